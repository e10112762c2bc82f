import { isWithin } from '../../explore/schema/pointer.ts'
import { UsageError } from '../usage-error.ts'
import type { Config, LoadedConfig } from './config.ts'
import { readDocument, type SourceDocument } from './document.ts'
import type { Environment } from './expand.ts'
import { expandMembers } from './expand-members.ts'
import { findConfig } from './find-config.ts'
import { brokenRules, inOrder, refuse } from './problem.ts'

/** What must not be repeated on a screen. */
const secrets = ['/key', '/keys', '/extraHeaders', '/proxy']

/** What reading a config file depends on. */
export interface Reading {
  /** The file that the user names, if any. */
  readonly given: string | undefined
  readonly cwd: string
  readonly env: Environment
  /** Members that the command line overrides or that are not needed: their variables need not be set. */
  readonly overridden: readonly (keyof Config)[]
}

/** Reads the config file of a run; `undefined` where there is none. Whatever is wrong with it is a `UsageError`. */
export function loadConfig({ given, cwd, env, overridden }: Reading): LoadedConfig | undefined {
  const found = findConfig(given, cwd)
  if (found === undefined) return undefined
  const document = readDocument(found)
  const raw = asMap(document, found.name)
  const isOverridden = (pointer: string) => overridden.some((member) => isWithin(pointer, `/${member}`))
  const { value, unset } = expandMembers(raw, env)
  const missing = unset.filter(({ pointer }) => !isOverridden(pointer))
  const idle = new Set(unset.map(({ pointer }) => pointer.split('/')[1]))
  const config = Object.fromEntries(Object.entries(value as object).filter(([member]) => !idle.has(member)))
  const broken = brokenRules({ schema: 'config/config', secrets }, config, document)
  const problems = [...missing.map(({ pointer, problem }) => ({ pointer, text: problem })), ...broken]
  refuse(inOrder(problems, document), document)
  return { ...found, raw, config, at: document.at }
}

function asMap({ value, at }: SourceDocument, name: string): Config {
  if (value === null || value === undefined) throw new UsageError(`${name} is empty; mgi init writes one to start from`)
  if (typeof value === 'object' && !Array.isArray(value)) return value
  throw new UsageError(
    `${at('')}: a map of keys is expected, such as "target: …", not a ${Array.isArray(value) ? 'list' : 'single value'}`,
  )
}
