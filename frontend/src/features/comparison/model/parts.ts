/** Return the parts of both documents in the address of a comparison, as the API takes them; none for whole documents. */
export function comparedParts(parts: string | undefined) {
  const [, ...places] = /^(\d+)-(\d+):(\d+)-(\d+)$/.exec(parts ?? '') ?? [];
  const [oldStart = null, oldEnd = null, newStart = null, newEnd = null] = places.map(Number);
  return { oldStart, oldEnd, newStart, newEnd };
}
