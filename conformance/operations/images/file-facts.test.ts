import { expect, test } from 'vitest'
import { imageFacts } from '../../media/image-facts.ts'
import { factsOf } from './file-facts.ts'
import { uploads } from './uploads.ts'

const large = Buffer.concat([uploads.maskBelow4MB.bytes()].flat())

test('a large file of our own has the facts that any look at it finds', () => {
  expect(factsOf('mask', large)).toEqual({ field: 'mask', ...imageFacts(large) })
})

test.each([
  ['first', 0],
  ['last', large.length - 1],
  ['middle', large.length >> 1],
])('whose %s byte is another is no file of ours', (_, at) => {
  const changed = Uint8Array.from(large)
  changed[at]! ^= 1
  expect(factsOf('mask', changed)).toEqual({ field: 'mask', ...imageFacts(changed) })
  expect(factsOf('mask', changed).digest).not.toBe(uploads.maskBelow4MB.facts.digest)
})
