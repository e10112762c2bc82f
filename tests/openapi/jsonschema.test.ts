import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, type TestContext, test } from 'vitest'
import { validate } from '../../schemas/index.ts'
import { rules } from '../../schemas/rules.ts'
import { corpusMessages } from '../corpus-messages.ts'
import { ended, scratch } from '../package/consumer.ts'
import { environmentWith } from './python.ts'
import { beside } from './tools.ts'

const { folder, remove } = scratch()
afterAll(remove)

const environment = environmentWith('jsonschema', folder())

const schemas = beside('../../schemas/flat')

/** Reads messages, by the file of their schema, and prints whether each is valid. Loads no other schemas. */
const program = `
import json, sys
from jsonschema import Draft202012Validator
found = {}
for file, messages in json.load(open(sys.argv[2])).items():
    schema = json.load(open(sys.argv[1] + '/' + file))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    found[file] = [validator.is_valid(message) for message in messages]
print(json.dumps(found))
`

/** Returns the distinct messages of the corpus, by the file of their schema, and whether the schema accepts them. */
function corpus() {
  const told = new Map<string, { readonly messages: unknown[]; readonly valid: boolean[] }>()
  const met = new Set<string>()
  for (const file of readdirSync(schemas)) told.set(file, { messages: [], valid: [] })
  for (const { schema, value } of corpusMessages()) {
    const entry = told.get(`${schema.replace('/', '.')}.json`)
    if (entry === undefined) continue
    // The same message occurs in many exchanges.
    const text = `${schema} ${JSON.stringify(value)}`
    if (met.has(text)) continue
    met.add(text)
    entry.messages.push(value)
    entry.valid.push(validate(schema, value).violations.every(({ keyword }) => keyword in rules))
  }
  for (const [file, { messages, valid }] of told) told.set(file, { messages: thinned(messages), valid: thinned(valid) })
  return told
}

/** Returns an even selection that Python can validate in a few seconds. */
function thinned<T>(all: readonly T[]): T[] {
  const step = Math.ceil(all.length / 200)
  return all.filter((_, at) => at % step === 0)
}

test("Python's jsonschema loads each flat schema as it is and decides as we do", async ({ skip }: TestContext) => {
  const missing = environment.missing()
  if (missing !== undefined) skip(missing)
  const told = corpus()
  const work = folder()
  const [script, messages] = [join(work, 'program.py'), join(work, 'messages.json')]
  writeFileSync(script, program)
  writeFileSync(messages, JSON.stringify(Object.fromEntries([...told].map(([file, one]) => [file, one.messages]))))
  const { status, stdout, stderr } = await ended(
    join(environment.folder, 'bin/python'),
    [script, schemas, messages],
    work,
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const found = JSON.parse(stdout) as Readonly<Record<string, readonly boolean[]>>
  const differing = [...told].flatMap(([file, one]) =>
    one.messages.filter((_, at) => found[file]?.[at] !== one.valid[at]).map((message) => ({ file, message })),
  )
  expect(differing).toEqual([])
  expect([...told].filter(([, { valid }]) => !valid.includes(true) || !valid.includes(false))).toEqual([])
})
