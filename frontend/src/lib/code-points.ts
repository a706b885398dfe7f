// The server counts Unicode code points, JavaScript counts UTF-16 units: a character outside the basic plane counts as two here.

export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

export function sliceCodePoints(text: string, start: number, end?: number): string {
  return Array.from(text).slice(start, end).join('');
}
