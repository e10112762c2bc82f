import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import type { RequestValue } from '../model/operation.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { prove, type Subject, say, subjectOf } from '../plan/subject.ts'
import { loneViolation } from '../plan/violations.ts'
import { InvalidRequests } from './invalid.ts'
import type { Recipe } from './recipe.ts'
import { recipes } from './recipes/index.ts'
import { ValidRequests } from './valid.ts'
import { weightOf } from './weight.ts'

const operations = catalogue.operations.flatMap((operation): [string, Subject, Recipe][] => {
  const recipe = recipes[operation.id]
  return recipe === undefined
    ? []
    : [[operation.id, subjectOf(documentLanguage, operation, catalogue, new Set()), recipe]]
})

test.each(
  operations,
)('%s: every request that is drawn is certainly valid, and no two seeds draw the same', (_, subject, recipe) => {
  const drawn = (seed: number) => fc.sample(new ValidRequests(subject, recipe), { seed, numRuns: 8 })
  for (const value of drawn(1)) expect(prove(subject, value)).toBeDefined()
  expect(drawn(1)).toEqual(drawn(1))
  expect(drawn(1)).not.toEqual(drawn(2))
})

test.each(operations)('%s: every request drawn with a violation breaks exactly one requirement', (_, subject) => {
  const arbitrary = new InvalidRequests(subject, subject.templates.map(({ value }) => value).slice(0, 4))
  const broken = fc.sample(arbitrary, { seed: 1, numRuns: 20 }).map((value) => loneViolation(say(subject, value)))
  expect(broken).not.toContain(undefined)
  expect(new Set(broken.map((one) => one?.requirement)).size).toBeGreaterThan(3)
})

test.each(
  operations,
)('%s: whatever a request shrinks to is of its kind and smaller, down to the plain request', (_, subject, recipe) => {
  const arbitrary = new ValidRequests(subject, recipe)
  const value = fc
    .sample(arbitrary, { seed: 5, numRuns: 4 })
    .reduce((one, other) => (weightOf(one) < weightOf(other) ? other : one))
  const seen: number[] = []
  let current: RequestValue | undefined = value
  for (let steps = 0; steps < 12 && current !== undefined; steps += 1) {
    seen.push(weightOf(current))
    expect(prove(subject, current)).toBeDefined()
    // The plain request comes first; the second is taken to see more steps.
    const next: fc.Value<RequestValue>[] = [...arbitrary.shrink(current, undefined).take(2)]
    current = next.at(-1)?.value
  }
  expect(seen).toEqual([...seen].sort((one, other) => other - one))
  const [first] = [...arbitrary.shrink(value, undefined).take(1)]
  expect(first?.value).toEqual(subject.templates[0]?.value)
})
