import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { catalogue } from '../conformance/specification/catalogue.ts'
import { readDocuments, readGroups } from '../schemas/build/compiled.ts'
import { flatFile, flatFiles } from '../schemas/build/published-files.ts'
import { takeSentences } from '../schemas/build/sentences.ts'
import { validate } from '../schemas/index.ts'
import { rules } from '../schemas/rules.ts'
import { corpusMessages } from './corpus-messages.ts'

const folder = new URL('../schemas/flat/', import.meta.url)
const names = [...new Set(catalogue.operations.flatMap(({ schemas }) => Object.values(schemas)))]

test('the flat schemas are those of all operations', async () => {
  const schemas = new URL('../schemas/', import.meta.url)
  const { documents, sentences } = takeSentences(readDocuments(schemas), readGroups(schemas))
  const made = await flatFiles(documents, names, sentences)
  const published = readdirSync(folder).map((file) => [file, readFileSync(new URL(file, folder), 'utf8')] as const)
  expect(new Map(published)).toEqual(made)
})

test('what the specification only implies is marked, keyword by keyword', () => {
  const event = readFileSync(new URL(flatFile('messages/event'), folder), 'utf8')
  const marked = [...event.matchAll(/"x-requirement": "([^"]+)",\s*"x-level": "implied"/g)].map(([, id]) => id)
  expect(marked.length).toBeGreaterThan(0)
  const levels = new Map(catalogue.requirements.map(({ id, level }) => [id, level]))
  expect(marked.filter((id) => levels.get(id ?? '') !== 'implied')).toEqual([])
})

/** A separate validator for each flat schema, which has no other schemas. */
const validators = new Map(names.map((name) => [name, plainValidator(name)]))

function plainValidator(name: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, strictNumbers: false, ownProperties: true })
  formats.default(ajv)
  return ajv.compile(JSON.parse(readFileSync(new URL(flatFile(name), folder), 'utf8')) as object)
}

const messages = corpusMessages()

test.each(names)('%s: a plain validator accepts and rejects the messages of the corpus as we do', (name) => {
  const asked = messages.filter(({ schema }) => schema === name).map(({ value }) => value)
  const results = asked.map((value) => {
    // Rules that a schema cannot express are missing in a flat schema too.
    const isValid = validate(name, value).violations.every(({ keyword }) => keyword in rules)
    expect({ isValid: validators.get(name)?.(value), value }).toEqual({ isValid, value })
    return isValid
  })
  expect(results).toContain(true)
  expect(results).toContain(false)
})

test('the schema of a request has that of its body at /properties/body, as docs/openapi.md says', () => {
  const requests = readdirSync(folder).filter((file) => file.endsWith('request.json'))
  const bodies = requests.map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')).properties.body)
  expect(bodies.map((body) => typeof body)).toEqual(Array(5).fill('object'))
})
