import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rootNode, schemaNames, validate } from '../index.ts'

/** The schemas with examples of arbitrary values. The root schema describes values that `read` produces. */
const own = schemaNames().filter((name) => name.startsWith('content-generation/'))
const examples = own.flatMap((name) => {
  const shown = (rootNode(name).schema['examples'] ?? []) as readonly unknown[]
  return shown.map((example) => ({ name, example, text: JSON.stringify(example).slice(0, 60) }))
})

test.each(examples)('$name: the example $text is valid', ({ name, example }) => {
  expect(validate(name, example).violations).toEqual([])
})

const certain = examples.filter(({ name }) => name !== 'content-generation/speech-config')

test.each(certain)('$name: the example $text has no unspecified features', ({ name, example }) => {
  expect(validate(name, example).open).toEqual([])
})

test.each(
  own.filter((name) => name !== 'content-generation/request'),
)('%s accepts any JSON value, and every violation names a requirement', (name) => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const { requirement } of validate(name, value).violations) expect(requirement).toMatch(/^content\./)
    }),
  )
})
