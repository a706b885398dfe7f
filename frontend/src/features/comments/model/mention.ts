// The mention that is being typed: `@` and the beginning of a name, up to the caret.

export interface TypedMention {
  /** index of the `@` */
  start: number;
  search: string;
}

export function typedMention(text: string, caret: number): TypedMention | null {
  const match = /(?:^|[^\p{L}\p{N}_@./+-])@([\p{L}\p{N}_.+-]{0,150})$/u.exec(text.slice(0, caret));
  const search = match?.[1];
  return search === undefined ? null : { start: caret - search.length - 1, search };
}

/** Return the text with the name in place of what was typed, and the new position of the caret. */
export function completeMention(text: string, { start, search }: TypedMention, username: string): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${username} `;
  return { text: before + text.slice(start + 1 + search.length).replace(/^ /, ''), caret: before.length };
}
