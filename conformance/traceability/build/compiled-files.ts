import { fileURLToPath } from 'node:url'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { writeFiles } from '../../../schemas/build/compiled.ts'
import { readDocument } from '../../config/document.ts'
import { type DataName, dataNames } from '../compiled-data.ts'
import { shapes } from './shapes.ts'

const ajv = new Ajv2020({ allErrors: true, strict: false, useDefaults: true })

/** Writes each YAML file of a folder as JSON. Throws if a file does not have its shape. */
export function writeCompiledData(from: URL, to: URL): void {
  const files = dataNames.map((name) => [`${name}.json`, `${JSON.stringify(readData(name, from), null, 1)}\n`] as const)
  writeFiles(files, to)
}

/** Reads a YAML file and adds the lists that it omits. An error names the line of each wrong place. */
export function readData(name: DataName, folder: URL): unknown {
  const file = `${name}.yaml`
  const { value, at } = readDocument({ file: fileURLToPath(new URL(file, folder)), name: file })
  const validate = ajv.compile(shapes[name])
  if (validate(value)) return value
  const problems = (validate.errors ?? []).map((error) => `${at(error.instancePath)}: ${inWords(error)}`)
  throw new Error(problems.join('\n'))
}

function inWords({ keyword, message = keyword, params }: ErrorObject): string {
  return keyword === 'additionalProperties' ? `there is no member "${params['additionalProperty']}"` : message
}
