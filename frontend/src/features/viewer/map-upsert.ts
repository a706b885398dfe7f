// pdf.js needs these methods of ECMAScript 2026, which the extended support release of Firefox does not have yet.
interface Entries<K, V> {
  has: (key: K) => boolean;
  get: (key: K) => V | undefined;
  set: (key: K, value: V | undefined) => unknown;
}

function getOrInsertComputed<K, V>(this: Entries<K, V>, key: K, compute: (key: K) => V): V | undefined {
  if (!this.has(key)) this.set(key, compute(key));
  return this.get(key);
}

function getOrInsert<K, V>(this: Entries<K, V>, key: K, value: V): V | undefined {
  if (!this.has(key)) this.set(key, value);
  return this.get(key);
}

for (const { prototype } of [Map, WeakMap])
  for (const [name, value] of Object.entries({ getOrInsert, getOrInsertComputed }))
    if (!(name in prototype)) Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
