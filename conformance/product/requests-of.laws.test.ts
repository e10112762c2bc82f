import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cost, Operation } from '../core/model/operation.ts'
import { documentLanguage } from '../engine/plan/schema/language.ts'
import { classify } from '../engine/plan/violations.ts'
import { catalogue } from '../specification/catalogue.ts'
import { type GeneratedRequest, type GeneratedViolation, requestsOf, violationsOf } from './requests-of.ts'

const options = { key: 'key-of-these-laws' }
const { operations } = catalogue
const violable = operations.filter(({ schemas }) => schemas.request !== undefined)

const requests = operations.map((operation) => ({
  operation,
  of: 'requests',
  arbitrary: requestsOf(operation.id, options),
}))
const violating = violable.map((operation) => ({
  operation,
  of: 'violations',
  arbitrary: violationsOf(operation.id, options),
}))
const all = [...requests, ...violating].map((one) => ({ ...one, name: `${one.operation.id}: ${one.of}` }))

/** The number of requests that each law looks at. */
const draws = 20

/** Returns `valid`, the violated requirement, or `undefined` if a request is neither. */
function classOf(operation: Operation, { value }: GeneratedRequest): string | undefined {
  const found = classify(documentLanguage, operation, value)?.class
  return found === undefined || found === 'valid' ? found : found.breaks
}

function expectedClass(request: GeneratedRequest | GeneratedViolation): string {
  return 'violates' in request ? request.violates : 'valid'
}

test.each(all)('$name: each is valid, or violates only its requirement', ({ operation, arbitrary }) => {
  for (const request of fc.sample<GeneratedRequest>(arbitrary, { seed: 4, numRuns: draws }))
    expect(classOf(operation, request), JSON.stringify(request.value)).toBe(expectedClass(request))
})

test.each(all)('$name: equal seeds give equal requests', ({ arbitrary }) => {
  const sample = (seed: number) => fc.sample<GeneratedRequest>(arbitrary, { seed, numRuns: 8 })
  expect(sample(1)).toEqual(sample(1))
})

/** More steps than shrinking takes. Most requests need 10 to 50. */
const mostSteps = 200

/** The candidates for the next step of a walk. */
const branches = 4

test.each(all)('$name: a smaller one is of the same kind, costs no more, and cannot be shrunk forever', (one) => {
  const { operation, of } = one
  const arbitrary: fc.Arbitrary<GeneratedRequest> = one.arbitrary
  const choices = fc.infiniteStream(fc.nat({ max: branches - 1 }))
  const starts = fc.sample(fc.tuple(arbitrary, choices), { seed: 6, numRuns: of === 'requests' ? 6 : 4 })
  for (const [start, choice] of starts) {
    let current = new fc.Value(start, undefined)
    for (let steps = 0; ; steps += 1) {
      expect(steps).toBeLessThan(mostSteps)
      const smaller = [...arbitrary.shrink(current.value, current.context).take(branches)]
      for (const { value } of smaller) {
        expect(classOf(operation, value)).toBe(expectedClass(start))
        expect(isCheaperOrEqual(operation.cost(value.value), operation.cost(current.value.value))).toBe(true)
      }
      const next = smaller[choice.next().value % Math.max(1, smaller.length)]
      if (next === undefined) break
      current = next
    }
  }
})

function isCheaperOrEqual(one: Cost, other: Cost): boolean {
  return one.calls <= other.calls && one.images <= other.images
}
