/** Return a list with the item of this id at another place. */
export function moved<Item extends { uuid: string }>(items: readonly Item[], uuid: string, position: number): readonly Item[] {
  const item = items.find((each) => each.uuid === uuid);
  return item ? items.filter((each) => each !== item).toSpliced(position, 0, item) : items;
}
