/** Works through the items in order, `atOnce` at a time, so that the queue of the scheduler stays short. */
export async function inTurn<T, R>(
  all: readonly T[] | AsyncIterableIterator<T>,
  atOnce: number,
  work: (one: T, at: number) => Promise<R>,
): Promise<readonly R[]> {
  const rest = 'next' in all ? all : all[Symbol.iterator]()
  const results: R[] = []
  let begun = 0
  const worker = async () => {
    for (let next = await rest.next(); !next.done; next = await rest.next()) {
      const at = begun
      begun += 1
      results[at] = await work(next.value, at + 1)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}
