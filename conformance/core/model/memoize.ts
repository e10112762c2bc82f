/**
 * Caches a function of an object, since many requirements ask the same of one exchange. An entry lives as long as the
 * object. The object must not change after the first call.
 */
export function memoize<Asked extends object, Found>(find: (asked: Asked) => Found): (asked: Asked) => Found {
  const known = new WeakMap<Asked, Found>()
  return (asked) => {
    const before = known.get(asked)
    if (before !== undefined || known.has(asked)) return before as Found
    const found = find(asked)
    known.set(asked, found)
    return found
  }
}
