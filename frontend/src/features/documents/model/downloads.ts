interface Downloads {
  downloads: readonly { format: string }[];
}

/** Check whether a document has pages with words, into which annotations can be written. */
export const hasPdfWithText = ({ downloads }: Downloads): boolean => ['PDF', 'TEXT'].every((needed) => downloads.some(({ format }) => format === needed));
