import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newMemory } from './met-lately.ts'

const few = fc.uint8Array({ minLength: 0, maxLength: 3, max: 1 })

test('whatever was met before, what is known of bytes is what would be found out about them', () => {
  fc.assert(
    fc.property(fc.array(few, { maxLength: 40 }), (all) => {
      const memory = newMemory<string>(3)
      for (const bytes of all) expect(memory.recall(bytes, () => bytes.join())).toBe(bytes.join())
    }),
  )
})

test('bytes that are still in memory are looked at once, wherever they lie in it', () => {
  const memory = newMemory<number>(2)
  const [one, other] = [Buffer.from('.same'), Buffer.from('same.')]
  expect(memory.recall(one.subarray(1), () => 1)).toBe(1)
  expect(memory.recall(other.subarray(0, 4), () => 2)).toBe(1)
})

test('what was not met for the longest time is forgotten first', () => {
  const memory = newMemory<number>(2)
  const [a, b, c] = ['a', 'b', 'c'].map((text) => Buffer.from(text))
  const recall = (bytes: Buffer | undefined, fresh: number) => memory.recall(bytes!, () => fresh)
  expect([recall(a, 1), recall(b, 2), recall(a, 3), recall(c, 4)]).toEqual([1, 2, 1, 4])
  expect([recall(a, 5), recall(b, 6)]).toEqual([1, 6])
})
