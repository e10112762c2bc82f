import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { writeFiles } from '../../../../schemas/build/compiled.ts'
import { readDocument } from '../../../core/text/document.ts'
import type { ClientImpact } from '../client-impact.ts'
import { clientTableOf } from '../client-table.ts'
import { type DataName, dataNames } from '../compiled-data.ts'

const text = { type: 'string', minLength: 1 }
const texts = { type: 'array', items: text, uniqueItems: true, minItems: 1 }
const textsOrNone = { type: 'array', items: text, uniqueItems: true, default: [] }

const row = {
  ...exactly({ says: text }, { requirements: texts, besides: text, excluded: text, interpretation: text }),
  oneOf: [{ required: ['requirements'] }, { required: ['excluded'] }],
  dependentRequired: { besides: ['requirements'], interpretation: ['excluded'] },
}
const part = exactly({ title: text, rows: listOf(row) })

/** The JSON Schemas of the YAML files. */
const shapes = {
  interpretations: { type: 'object', propertyNames: { pattern: '^[GITCMSU][0-9]+$' }, additionalProperties: text },
  'known-defects': listOf(
    exactly(
      { number: { type: 'integer', minimum: 1 }, says: text, seenIn: texts },
      { faults: textsOrNone, requirements: textsOrNone, excuse: text },
    ),
  ),
  'specification-map': listOf(exactly({ number: text, title: text, parts: listOf(part) })),
} satisfies Record<DataName, object>

const levelOf = { enum: ['stated', 'implied', 'unspecified'] }
const frozen = { type: 'array', prefixItems: [levelOf, text], items: false, minItems: 1 }
const erratum = exactly(
  { id: text, reason: text, date: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' } },
  { level: levelOf, removed: { const: true } },
)
const edition = exactly({
  edition: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}$' },
  specification: text,
  requirements: { type: 'object', additionalProperties: frozen },
  errata: { type: 'array', items: { ...erratum, oneOf: [{ required: ['level'] }, { required: ['removed'] }] } },
})

function listOf(items: object): object {
  return { type: 'array', items, minItems: 1 }
}

/** Returns the schema of an object with these members and no others. */
function exactly(required: Record<string, object>, optional: Record<string, object> = {}): object {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  }
}

const ajv = new Ajv2020({ allErrors: true, strict: false, useDefaults: true })

/** Writes each YAML file of a folder, and the table of clients, as JSON. Throws if a file is invalid. */
export function writeCompiledData(from: URL, to: URL): void {
  const impact = JSON.parse(readFileSync(new URL('../../../docs/client-impact.json', from), 'utf8')) as ClientImpact
  const table = ['client-impact.json', `${JSON.stringify(clientTableOf(impact))}\n`] as const
  const files = dataNames.map((name) => [`${name}.json`, `${JSON.stringify(readData(name, from), null, 1)}\n`] as const)
  const editions = ['editions.json', `${JSON.stringify(readEditions(new URL('../editions/', from)))}\n`] as const
  writeFiles([table, editions, ...files], to)
}

/** Reads the files of a folder of editions, the oldest first. */
function readEditions(folder: URL): readonly unknown[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
  return names.sort().map((file) => readChecked(file, folder, edition))
}

/** Reads a YAML file and adds empty lists that it omits. Throws an error with the line of each problem. */
export function readData(name: DataName, folder: URL): unknown {
  return readChecked(`${name}.yaml`, folder, shapes[name])
}

function readChecked(file: string, folder: URL, shape: object): unknown {
  const { value, at } = readDocument({ file: fileURLToPath(new URL(file, folder)), name: file })
  const validate = ajv.compile(shape)
  if (validate(value)) return value
  const problems = (validate.errors ?? []).map((error) => `${at(error.instancePath)}: ${inWords(error)}`)
  throw new Error(problems.join('\n'))
}

function inWords({ keyword, message = keyword, params }: ErrorObject): string {
  return keyword === 'additionalProperties' ? `there is no member "${params['additionalProperty']}"` : message
}
