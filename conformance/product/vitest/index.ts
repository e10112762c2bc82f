/**
 * Conformance tests in a Vitest project.
 *
 * - `describeConformance`: one test for each requirement on each operation
 * - `expect(report).toConform({ known })`: checks a report of `certify` or `judge`, with known failures
 *
 * @example
 * import { describeConformance } from 'model-gateway-conformance/vitest'
 *
 * describeConformance({ target: () => server.url, key: 'my-key', areas: ['messages'], profile: 'smoke' })
 */
import { expect } from 'vitest'
import { type ToConformOptions, toConform } from './to-conform.ts'

expect.extend({ toConform })

declare module 'vitest' {
  // The parameter is Vitest's own: declarations merge only where it is there.
  // biome-ignore lint/suspicious/noExplicitAny: as Vitest declares it
  interface Matchers<T = any> {
    /** Expects that the report is conforming, except for known failures. */
    toConform(options?: ToConformOptions): T
  }
}

export { type ConformanceOptions, describeConformance } from './describe-conformance.ts'
export type { KnownFailureGiven, ToConformOptions } from './to-conform.ts'
