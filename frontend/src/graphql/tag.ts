// Runtime of the `graphql` tag. Nothing is parsed in the browser: an operation is its text followed by the text of each fragment.

export interface Tagged {
  readonly texts: readonly string[];
}

export const tag = (text: string, fragments: readonly Tagged[] = []): Tagged => ({
  texts: [...new Set([text, ...fragments.flatMap(({ texts }) => texts)])],
});

/** Return the text to send, without indentation. */
export const sourceOf = ({ texts }: Tagged): string => texts.map((text) => text.trim().replaceAll(/\n\s+/g, '\n')).join('\n');
