import { expect, test } from 'vitest'
import { isObject } from '../../../../schemas/json.ts'
import { get, remove } from '../../../../schemas/json-pointer.ts'
import type { Case } from '../../../core/model/plan.ts'
import { operationsOf, resultKey } from '../../../core/model/requirement.ts'
import { areaOf, endpoints } from '../../../core/model/vocabulary.ts'
import { itemIndexOf } from '../../../engine/generate/items.ts'
import { planRun, wholePlan } from '../../../engine/generate/plan.ts'
import { possibleItems } from '../../../engine/generate/possible.ts'
import { ceilings } from '../../../engine/plan/budget.ts'
import { isSame } from '../../../engine/plan/schema/json.ts'
import { documentLanguage } from '../../../engine/plan/schema/language.ts'
import { digestOf } from '../../../engine/plan/subject.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { clientTraits } from './client-traits.ts'

/** The requirements that only a configuration can trigger, since it names the values a target does not support. */
const configured = ['content.language-code-unsupported-rejected']

const standard = { catalogue, operations: endpoints, profile: 'standard', seed: 1 } as const
const promised = await planRun(standard)
const plan = await wholePlan(promised)

test('the standard plan stays within its limits', () => {
  expect(plan.cost.calls).toBeLessThanOrEqual(Math.min(300, ceilings.standard.calls))
  expect(plan.cost.images).toBeLessThanOrEqual(Math.min(90, ceilings.standard.images))
  expect(plan.requests).toBeLessThanOrEqual(1300)
})

test('the standard plan stays within its promise, and tests what it promises to test', () => {
  expect(plan.requests).toBeLessThanOrEqual(promised.requests)
  expect(plan.cost.calls).toBeLessThanOrEqual(promised.cost.calls)
  expect(plan.cost.images).toBeLessThanOrEqual(promised.cost.images)
  const listed = new Set(
    [...plan.cases, ...plan.probes].flatMap(({ operation, aims }) => aims.map((id) => resultKey(id, operation))),
  )
  const rules = catalogue.requirements.filter(({ kind }) => kind === 'acceptance' || kind === 'rejection')
  const aimed = rules.flatMap((one) => operationsOf(one).map((operation) => resultKey(one.id, operation)))
  expect(aimed.filter((key) => promised.aims.has(key) && !listed.has(key))).toEqual(
    configured.map((id) => resultKey(id, 'content.generate')),
  )
})

test('a smoke plan covers every operation in 40 requests and is deterministic', async () => {
  const options = { catalogue, operations: endpoints, profile: 'smoke', seed: 1 } as const
  const smoke = await planRun(options)
  expect(smoke.requests).toBeLessThanOrEqual(40)
  expect(new Set(smoke.cases.map(({ operation }) => operation))).toEqual(new Set(endpoints))
  const bytesOf = ({ cases }: typeof smoke) => cases.map(({ id, request }) => `${id} ${digestOf(request)}`)
  expect(bytesOf(await planRun(options))).toEqual(bytesOf(smoke))
})

test('nearly every wrong value stands in the place of a valid one', () => {
  const byId = new Map(plan.cases.map((one) => [one.id, one]))
  const violating = plan.cases.flatMap(({ why, operation }) => (why.kind === 'violation' ? [{ why, operation }] : []))
  const added = violating.filter(({ why, operation: name }) => {
    const operation = catalogue.operations.find(({ id }) => id === name)!
    return get(operation.read(byId.get(why.control)!.request), why.pointer) === undefined
  })
  expect(added.length).toBeLessThan(violating.length / 20)
})

test('every violation violates exactly one requirement and otherwise equals its control request', () => {
  const byId = new Map(plan.cases.map((one) => [one.id, one]))
  const violating = plan.cases.filter(({ id }) => id.includes('/violation/'))
  expect(violating.length).toBeGreaterThan(500)
  for (const { id, aims, purpose, operation: name, request } of violating) {
    const operation = catalogue.operations.find((one) => one.id === name)!
    const control = byId.get(purpose.slice(purpose.indexOf('otherwise as ') + 'otherwise as '.length))!
    const value = operation.read(request)
    const { violations, open } = documentLanguage.validate(operation.schemas.request ?? '', value)
    expect([...new Set(violations.map(({ requirement }) => requirement))], id).toEqual(aims)
    expect(open, id).toEqual([])
    const without = (one: unknown) => violations.reduce((at, { pointer }) => remove(at, pointer), one)
    expect(isSame(without(value), without(operation.read(control.request))), id).toBe(true)
  }
})

test('a wrong model stands beside the required members only, since other models have other sizes (interpretation G8)', () => {
  const operation = catalogue.operations.find(({ id }) => id === 'images.generate')!
  const wrong = plan.cases.filter(({ aims }) => aims.includes('images.generate-model-multi-rejected'))
  expect(wrong.length).toBeGreaterThan(0)
  for (const { request } of wrong)
    expect(operation.read(request).body).toEqual({ prompt: expect.any(String), model: 'image-model-multi' })
})

test('every wrong type is 7, an object, null, a number between two integers, or a word in a form (interpretations G16, I3)', () => {
  for (const { id, operation: name, request, why } of plan.cases) {
    if (why.kind !== 'violation' || why.keyword !== 'type') continue
    const operation = catalogue.operations.find((one) => one.id === name)!
    const value = operation.read(request)
    for (const { pointer } of documentLanguage.validate(operation.schemas.request ?? '', value).violations) {
      const wrong = get(value, pointer)
      expect(
        [7, null, 'no-such-value'].includes(wrong as never) || isObject(wrong) || isBetweenIntegers(wrong),
        `${id} ${JSON.stringify(wrong)}`,
      ).toBe(true)
    }
  }
})

function isBetweenIntegers(value: unknown): boolean {
  return typeof value === 'number' && !Number.isInteger(value)
}

test('every acceptance and rejection requirement is an aim of a case or probe', () => {
  const aimed = new Set([...plan.cases, ...plan.probes].flatMap(({ aims }) => aims))
  const sent = catalogue.requirements
    .filter(({ kind }) => kind === 'acceptance' || kind === 'rejection')
    .map(({ id }) => id)
  expect(sent.length).toBeGreaterThan(300)
  expect(sent.filter((id) => !aimed.has(id))).toEqual(configured)
})

test('a standard plan has every request of clients, on each operation that it is for', async () => {
  const ids = new Set(plan.cases.map(({ id }) => id))
  for (const { id: operation } of catalogue.operations) {
    const arbitraries = await catalogue.drawing?.get(areaOf[operation])?.()
    const clients = (arbitraries?.clients ?? []).filter(({ on }) => on?.includes(operation) ?? true)
    expect(clients.filter(({ id }) => !ids.has(`${operation}/client/${id}`)).map(({ id }) => id)).toEqual([])
  }
})

test('a standard plan has every trait of the requests of clients, in each area whose requests can have it', async () => {
  const counts = await clientTraits(plan, standard, catalogue.operations)
  const lacking = counts.filter(({ requests }) => Object.values(requests).every((count) => count === 0))
  expect(lacking.map(({ kind, name, requests }) => [kind, name, Object.keys(requests)])).toEqual([])
  const sizes = counts.filter(({ kind }) => kind === 'sizes' || kind === 'long replies')
  expect(sizes.filter(({ requests }) => Object.values(requests).includes(0))).toEqual([])
})

/** Items that no valid request has, by the reason, or that only expensive ones have. */
const impossible: readonly (readonly [reason: string, items: RegExp])[] = [
  ['the facts of a file belong together', /^\/body\/(image\/\*|mask)\/(field|format) is /],
  [
    'an empty file is unspecified (I3), and no picture has one byte',
    /^\/body\/(image\/\*|mask)\/bytes value .* the least$/,
  ],
  ['a picture without pixels is damaged', /^\/body\/(image\/\*|mask)\/(width|height) value at the least$/],
  [
    'a mask that is not as large as its picture is rejected, and most pictures are square',
    /^\/body\/mask\/square is false$/,
  ],
  ['a mask without transparency is unspecified (I7)', /^\/body\/mask\/alpha is (none|opaque|partial)$/],
  ['each of the images is billed, and 10 are sent', /^\/body\/n value (next to the most|far from the limits)$/],
  ['two turns are not alternating turns that end with a question (G16)', /^\/body\/contents 2 items$/],
]

/** The valid requests of standard plans with a few seeds, and the results that each plan tests. */
const cases: Case[] = plan.cases.filter(({ why }) => why.kind !== 'violation')
const plans = [{ seed: 1, aims: plan.aims, tested: testedBy([...cases, ...plan.probes]) }]
for (const seed of [2, 3]) {
  const other = await planRun({ ...standard, seed })
  const own = [...other.cases]
  for await (const one of other.pull!().valid()) own.push(one)
  cases.push(...own)
  plans.push({ seed, aims: other.aims, tested: testedBy([...own, ...other.probes]) })
}

function testedBy(sent: readonly Pick<Case, 'operation' | 'aims'>[]): ReadonlySet<string> {
  return new Set(sent.flatMap(({ operation, aims }) => aims.map((id) => resultKey(id, operation))))
}

test.each(plans)('the plan with seed $seed uses every feature that it promises to use', ({ aims, tested }) => {
  const features = catalogue.requirements.filter(({ kind }) => kind === 'acceptance')
  const promised = features.flatMap((one) => operationsOf(one).map((operation) => resultKey(one.id, operation)))
  expect(promised.filter((key) => aims.has(key) && !tested.has(key))).toEqual([])
})

const schemas = [...new Set(catalogue.operations.flatMap(({ schemas: { request } }) => request ?? []))]

test.each(schemas)('%s: three plans have every possible item', (schema) => {
  const { features, values, counts } = possibleItems(documentLanguage, schema, exclusionsOf(schema))
  const sent = itemsSent(schema)
  const holes = [...features.keys(), ...values.keys(), ...counts.keys()].filter((name) => !sent.has(name))
  expect(holes.filter((name) => !impossible.some(([, items]) => items.test(name)))).toEqual([])
})

test('each reason explains an item that is listed and not sent', () => {
  const holes = schemas.flatMap((schema) => {
    const { values, counts } = possibleItems(documentLanguage, schema, exclusionsOf(schema))
    const sent = itemsSent(schema)
    return [...values.keys(), ...counts.keys()].filter((name) => !sent.has(name))
  })
  expect(impossible.filter(([, items]) => !holes.some((name) => items.test(name)))).toEqual([])
})

function exclusionsOf(schema: string) {
  return catalogue.operations.find(({ schemas: { request } }) => request === schema)?.exclusions
}

function itemsSent(schema: string): ReadonlySet<string> {
  const index = itemIndexOf(documentLanguage.view(schema))
  const operations = catalogue.operations.filter(({ schemas: { request } }) => request === schema)
  return new Set(
    operations.flatMap(({ id, read }) =>
      cases
        .filter(({ operation }) => operation === id)
        .flatMap(({ request }) => {
          const { features, values, others } = index.itemsOf(read(request))
          return [...features.map(index.nameOfFeature), ...[...values, ...others].map(index.nameOf)]
        }),
    ),
  )
}
