import { expect, test } from 'vitest'
import { remove, set } from '../../../../schemas/json-pointer.ts'
import { readCorpus } from '../../../../tests/corpus.ts'
import { wholeBody } from '../../../core/model/whole-body.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { mutationsOf } from '../values/changes.ts'
import { documentLanguage } from './language.ts'
import { sitesOf } from './view.ts'

/** The number of small changes that are tried for each value. */
const changes = 40

/** The requests and responses of the corpus, with their schemas. */
const corpusValues = readCorpus().flatMap(({ exchanges }) =>
  exchanges.flatMap(({ request, response }): readonly (readonly [schema: string, value: unknown])[] => {
    const operation = catalogue.operations.find((one) => one.matches(request))
    if (operation === undefined) return []
    const { request: asked, reply, error } = operation.schemas
    const said = response && jsonOf(wholeBody(response.chunks))
    return [
      ...(asked === undefined ? [] : [[asked, operation.read(request)] as const]),
      ...[reply, error].flatMap((schema) =>
        schema === undefined || said === undefined ? [] : [[schema, said] as const],
      ),
    ]
  }),
)

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

/**
 * Returns whether a value satisfies the keywords of JSON Schema. Violations of formats and of rules in code, which have
 * a dash in their names, do not count.
 */
function keeps(schema: string, value: unknown): boolean {
  const { violations } = documentLanguage.validate(schema, value)
  return violations.every(({ keyword }) => keyword.includes('-') || keyword === 'format')
}

const distinct = new Map(
  corpusValues.map(([schema, value]) => [`${schema} ${JSON.stringify(value)}`, [schema, value] as const]),
)
const schemas = [...new Set([...distinct.values()].map(([schema]) => schema))]

test.each(schemas)('%s: `fits` agrees with the validator', (schema) => {
  const root = documentLanguage.view(schema)
  const values = [...distinct.values()].filter(([of]) => of === schema).map(([, value]) => value)
  const every = Math.ceil(values.length / 60)
  const different = (value: unknown) => root.fits(value) !== keeps(schema, value)
  const wrong = values.filter(different)
  for (const value of values.filter((_, index) => index % every === 0)) {
    const all = mutationsOf(value, '')
    const step = Math.ceil(all.length / changes)
    for (const change of all.filter((_, index) => index % step === 0)) {
      const { pointer } = change
      const changed =
        change.value === undefined ? remove(value as object, pointer) : set(value as object, pointer, change.value)
      if (different(changed)) wrong.push(changed)
    }
  }
  expect(values.length).toBeGreaterThan(5)
  expect(wrong.slice(0, 3).map((value) => JSON.stringify(value).slice(0, 300))).toEqual([])
})

test.each(schemas)('%s: a value fits as a whole exactly if it fits at each of its places', (schema) => {
  const root = documentLanguage.view(schema)
  for (const value of [...distinct.values()].filter(([of]) => of === schema).map(([, one]) => one)) {
    const isSoundEverywhere = [...sitesOf(root, value)].every(({ value: at, views }) =>
      views.every((view) => view.fitsHere(at)),
    )
    // A tag without an alternative is a violation that no place shows.
    if (root.fits(value)) expect(isSoundEverywhere).toBe(true)
    if (!isSoundEverywhere) expect(root.fits(value)).toBe(false)
  }
})
