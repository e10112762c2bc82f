import { expect, test } from 'vitest'
import type { IncomingRequest } from '../incoming-request.ts'
import { admits, overlooks, rejectsCombination, rejectsPlain, rejectsUse } from './families.ts'

function asking(...pointers: readonly string[]): IncomingRequest {
  const uses = pointers.map((pointer) => ({
    requirement: `images.generate-${pointer.split('/').at(-1)}-accepted`,
    pointer,
  }))
  return {
    endpoint: 'images.generate',
    validation: { violations: [], open: [], uses, spoken: new Set() },
  } as unknown as IncomingRequest
}
const always = () => true

test('an overlook fault ignores only its own requirement', () => {
  const fault = overlooks('images.generate-n-beyond-rejected')
  const violation = { pointer: '/body/n', keyword: 'maximum', message: '' }
  expect(fault.overlook?.({ ...violation, requirement: 'images.generate-n-beyond-rejected' }, asking())).toBe(true)
  expect(fault.overlook?.({ ...violation, requirement: 'images.generate-n-below-rejected' }, asking())).toBe(false)
  expect(fault.overlook?.(violation, asking())).toBe(false)
})

test('a feature fault rejects only its own feature', () => {
  const fault = rejectsUse('images.generate-n-accepted')
  expect(fault.reject?.(asking('/body/user', '/body/n'))).toBe(true)
  expect(fault.reject?.(asking('/body/user'))).toBe(false)
})

test('a plain-request fault only rejects requests without features', () => {
  const fault = rejectsPlain('images.generate-plain-request-accepted', always)
  expect(fault.reject?.(asking())).toBe(true)
  expect(fault.reject?.(asking('/body/n'))).toBe(false)
})

test('a combination fault only rejects three features in separate places', () => {
  const fault = rejectsCombination('images.generate-combinations-accepted', always)
  expect(fault.reject?.(asking('/body/n', '/body/user'))).toBe(false)
  expect(fault.reject?.(asking('/body/n', '/body/n', '/body/user'))).toBe(false)
  expect(fault.reject?.(asking('/body/mask', '/body/mask/bytes', '/body/n'))).toBe(false)
  expect(fault.reject?.(asking('/body/mask', '/body/user', '/body/n'))).toBe(true)
})

test.each([
  ['missing', { kind: 'none' }, undefined],
  ['other-scheme', { kind: 'other-scheme' }, undefined],
  ['unknown', { kind: 'key', key: 'nobody' }, undefined],
] as const)('an admit fault for %s credentials admits no other credentials', (kind, presented, token) => {
  const request = { ...asking(), presented, token } as IncomingRequest
  for (const admitted of ['missing', 'other-scheme', 'unknown'] as const) {
    const fault = admits('images.generate-missing-credential-rejected', admitted, always)
    expect(fault.admit?.(request)).toBe(admitted === kind)
  }
})
