/** A map with a maximum number of entries: the one that was not used for the longest time is dropped. */
export class RecentMap<Key, Value> {
  private readonly entries = new Map<Key, Value>();
  private readonly maximum: number;

  constructor(maximum: number) {
    this.maximum = maximum;
  }

  get(key: Key): Value | undefined {
    const value = this.entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  has(key: Key): boolean {
    return this.entries.has(key);
  }

  set(key: Key, value: Value): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size <= this.maximum) return;
    for (const oldest of this.entries.keys()) {
      this.entries.delete(oldest);
      return;
    }
  }
}
