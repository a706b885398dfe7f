// What runs behind the typed tag. Nothing is parsed in the browser: an operation is its text, and once each those of its fragments.

export interface Tagged {
  readonly texts: readonly string[];
}

export const tag = (text: string, fragments: readonly Tagged[] = []): Tagged => ({
  texts: [...new Set([text, ...fragments.flatMap(({ texts }) => texts)])],
});

/** What is sent, without the indentation of the sources. */
export const sourceOf = ({ texts }: Tagged): string => texts.map((text) => text.trim().replaceAll(/\n\s+/g, '\n')).join('\n');
