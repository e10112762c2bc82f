/** Several lists as one: each keeps its order, and its items lie evenly from the beginning to the end. */
export function mixed<T>(lists: readonly (readonly T[])[]): readonly T[] {
  return lists
    .flatMap((list) => list.map((item, index) => ({ item, place: (index + 0.5) / list.length })))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
