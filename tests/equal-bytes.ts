import { expect } from 'vitest'

/** Marks a worker that compares so. The files of a worker share its list of testers, which would grow with each file. */
const mark = Symbol.for('model-gateway-conformance: equal bytes')

/** Compares bytes at once. Vitest compares them one by one, which takes seconds for decoded pictures and whole plans. */
if (!Object.hasOwn(globalThis, mark)) {
  Object.defineProperty(globalThis, mark, { value: true })
  expect.addEqualityTesters([
    (one, other) =>
      one instanceof Uint8Array && other instanceof Uint8Array ? Buffer.compare(one, other) === 0 : undefined,
  ])
}
