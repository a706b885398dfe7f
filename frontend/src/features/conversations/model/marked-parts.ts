/** A part of a text; marked if it is one of the words that are searched for. */
export interface Part {
  text: string;
  isMarked: boolean;
}

/** Return the places of quotes in a text, in their order, without overlaps. */
function placesOf(text: string, quotes: readonly string[]): readonly (readonly [number, number])[] {
  const found = quotes
    .map((quote) => quote.split(/\s+/).filter(Boolean).join(' '))
    .flatMap((words) => (words && text.includes(words) ? [[text.indexOf(words), text.indexOf(words) + words.length] as const] : []))
    .toSorted(([first, end], [other, otherEnd]) => first - other || otherEnd - end);
  let last = 0;
  return found.flatMap(([start, end]) => {
    const begin = Math.max(start, last);
    last = Math.max(last, end);
    return begin < end ? [[begin, end] as const] : [];
  });
}

/** Split a text at the quotes in it; white space in quotes counts as one space. */
export function markedParts(text: string, quotes: readonly string[]): readonly Part[] {
  const places = placesOf(text, quotes);
  const parts = places.flatMap(([start, end], index) => [
    { text: text.slice(places[index - 1]?.[1] ?? 0, start), isMarked: false },
    { text: text.slice(start, end), isMarked: true },
  ]);
  return [...parts, { text: text.slice(places.at(-1)?.[1] ?? 0), isMarked: false }].filter((part) => part.text !== '');
}
