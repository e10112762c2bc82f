import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { specification } from './specification.ts'

const places = ['../../../../shared/model-gateway-interface.md', '../../../model-gateway-interface.md']
const file = places.map((place) => new URL(place, import.meta.url)).find((place) => existsSync(place))

test.skipIf(file === undefined)('the recorded digest equals that of the specification file', () => {
  const digest = createHash('sha256').update(readFileSync(file!)).digest('hex')
  expect(specification.digest).toBe(`sha256:${digest}`)
})

test('the specification has a title and a SHA-256 digest', () => {
  expect(specification.title).not.toBe('')
  expect(specification.digest).toMatch(/^sha256:[0-9a-f]{64}$/)
})
