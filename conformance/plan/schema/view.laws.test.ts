import { expect, test } from 'vitest'
import { remove, set } from '../../../schemas/json-pointer.ts'
import { readCorpus } from '../../../tests/corpus.ts'
import { catalogue } from '../../catalogue.ts'
import { wholeBody } from '../../model/whole-body.ts'
import { mutationsOf } from '../values/changes.ts'
import { documentLanguage } from './language.ts'
import { fits } from './walk.ts'

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
  const root = documentLanguage.root(schema)
  const values = [...distinct.values()].filter(([of]) => of === schema).map(([, value]) => value)
  const every = Math.ceil(values.length / 60)
  const different = (value: unknown) => fits(documentLanguage, root, value) !== keeps(schema, value)
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
