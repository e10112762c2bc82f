import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { membersOf } from '../../../schemas/json.ts'
import { factsOf } from '../../core/files/file-facts.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import { type Endpoint, endpoints } from '../../core/model/vocabulary.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import type { LoadedConfig } from './config.ts'

/** A request to send before any drawn ones. It comes from the user, or failed in an earlier run. */
export interface ExampleRequest {
  readonly operation: Endpoint
  readonly value: RequestValue
}

/** The file with the minimised failing requests of a run. The next run with the same folder sends them first. */
export const counterexamplesFile = 'counterexamples.json'

/** The files that a run writes in addition to its reports. */
export const filesOfRun = ['exchanges.ndjson', counterexamplesFile]

/** Reads the requests of the files that a config names, and the failing ones of the last run with the same folder. */
export function readExamples(
  loaded: LoadedConfig | undefined,
  cwd: string,
  out: string | undefined,
): readonly ExampleRequest[] {
  const from = loaded === undefined || loaded.isOfProgram === true ? cwd : dirname(loaded.file)
  const named = (loaded?.config.examples ?? []).flatMap((file, index) => {
    const place = `${loaded?.at(`/examples/${index}`)}: examples[${index}] is ${JSON.stringify(file)}`
    return filesAt(resolve(from, file), place)
  })
  const kept = out === undefined ? undefined : join(out, counterexamplesFile)
  const files = kept === undefined || !existsSync(kept) ? named : [kept, ...named]
  return files.flatMap(examplesIn)
}

/**
 * Returns the files at a path. For a folder, these are all lists in it, such as those of `mgi proxy --save-examples`.
 * Rejects a path where nothing is; `place` is where it was written.
 */
function filesAt(path: string, place: string): readonly string[] {
  const facts = factsOf(path)
  if (facts === undefined)
    throw new UsageError(`${place}: there is no such file or folder; write it, or name another one`)
  if (!facts.isDirectory()) return [path]
  const names = readdirSync(path).filter((name) => name.endsWith('.json'))
  return names.sort().map((name) => join(path, name))
}

export function examplesIn(file: string): readonly ExampleRequest[] {
  const list = parsed(file)
  if (!Array.isArray(list)) throw new UsageError(`${file}: give a JSON list of requests`)
  return list.map((entry: unknown, index) => {
    const { operation, header, path, body } = membersOf(entry)
    const found = endpoints.find((one) => one === operation)
    if (found === undefined)
      throw new UsageError(`${file}: entry ${index}: "operation" must be one of ${endpoints.join(', ')}`)
    const value = { header, path, body } as RequestValue
    return { operation: found, value: withoutAbsent(value) }
  })
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`)
  }
}

function withoutAbsent(value: RequestValue): RequestValue {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))
}
