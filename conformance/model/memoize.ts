/**
 * What `find` finds out about an object, found out once: many requirements ask the same of one exchange. Remembered only
 * as long as somebody else has a use for the object. Nobody changes an object that was asked about.
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
