import { expect, test } from 'vitest'
import type { Case } from '../../core/model/plan.ts'
import { operationsOf, resultKey } from '../../core/model/requirement.ts'
import { endpoints } from '../../core/model/vocabulary.ts'
import { catalogue } from '../../specification/catalogue.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { itemIndexOf } from './items.ts'
import { planRun } from './plan.ts'
import { possibleItems } from './possible.ts'

const seeds = [1, 2, 3]

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
const cases: Case[] = []
const plans: { readonly seed: number; readonly aims: ReadonlySet<string>; readonly tested: ReadonlySet<string> }[] = []
for (const seed of seeds) {
  const plan = await planRun({ catalogue, operations: endpoints, profile: 'standard', seed })
  const own = [...plan.cases]
  for await (const one of plan.pull!().valid()) own.push(one)
  cases.push(...own)
  const sent = [...own, ...plan.probes]
  const tested = new Set(sent.flatMap(({ operation, aims }) => aims.map((id) => resultKey(id, operation))))
  plans.push({ seed, aims: plan.aims, tested })
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
