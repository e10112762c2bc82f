/** Groups things by a key, in the order in which the keys first occur. */
export function groupBy<Thing, Key>(
  things: readonly Thing[],
  keyOf: (thing: Thing) => Key,
): ReadonlyMap<Key, readonly [Thing, ...Thing[]]> {
  const groups = new Map<Key, [Thing, ...Thing[]]>()
  for (const thing of things) {
    const key = keyOf(thing)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [thing])
    else group.push(thing)
  }
  return groups
}
