import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import process from 'node:process'
import { isWithin } from '../../../schemas/json-pointer.ts'
import { readDocument, type Source, type SourceDocument } from '../../core/text/document.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import type { Environment } from '../../engine/record/client/proxy-settings.ts'
import { createRedactor } from '../../engine/record/evidence/redact.ts'
import type { Config, LoadedConfig } from './config.ts'
import { expandMembers } from './expand.ts'
import { brokenRules, inOrder, reject } from './problem.ts'

/** Members whose values messages must not repeat. */
const secrets = ['/key', '/keys', '/extraHeaders', '/proxy', '/upstream/key']

interface Reading {
  /** The file that the user named, if any. */
  readonly given: string | undefined
  readonly cwd: string
  readonly env: Environment
  /** Members that are overridden or not needed. Their environment variables need not be set. */
  readonly overridden: readonly (keyof Config)[]
}

/** Reads the config file of a run, if there is one. Throws a `UsageError` for errors in it. */
export function loadConfig({ given, cwd, env, overridden }: Reading): LoadedConfig | undefined {
  const found = findConfig(given, cwd)
  if (found === undefined) return undefined
  return checked(found, readDocument(found), { env, overridden })
}

/** Checks a config object from a program. Its strings may also contain environment variables. */
export function configOf(value: object, { cwd, env }: Pick<Reading, 'cwd' | 'env'>): LoadedConfig {
  const name = 'the options'
  const at = (pointer: string): string => pointer.slice(1).replaceAll('/', '.') || name
  const document = { value, at, offsetOf: () => 0 }
  return { ...checked({ file: resolve(cwd, 'options'), name }, document, { env, overridden: [] }), isOfProgram: true }
}

function checked(
  found: Source,
  document: SourceDocument,
  { env, overridden }: Pick<Reading, 'env' | 'overridden'>,
): LoadedConfig {
  const raw = asMap(document, found.name)
  const isOverridden = (pointer: string) => overridden.some((member) => isWithin(pointer, `/${member}`))
  const { value, unset } = expandMembers(raw, env)
  const missing = unset.filter(({ pointer }) => !isOverridden(pointer))
  const idle = new Set(unset.map(({ pointer }) => pointer.split('/')[1]))
  const config = Object.fromEntries(Object.entries(value as object).filter(([member]) => !idle.has(member)))
  const broken = brokenRules({ schema: 'config/config', secrets }, config, document)
  const problems = [...missing.map(({ pointer, problem }) => ({ pointer, text: problem })), ...broken]
  // A key that was pasted into another member must not be printed.
  const { text } = createRedactor(keysIn(config).map((value) => ({ label: '«key»', value })))
  const quoted = problems.map((problem) => ({ ...problem, text: text(problem.text) }))
  reject(inOrder(quoted, document), document)
  return { ...found, raw, config, at: document.at }
}

/** Returns the keys of a config that may be invalid. */
function keysIn({ key, keys, upstream }: Record<string, unknown>): readonly string[] {
  const given = [key, Object(upstream).key as unknown, ...Object.values(Object(keys) as object)]
  return given.filter((one) => typeof one === 'string')
}

function asMap({ value, at }: SourceDocument, name: string): Config {
  if (value === null || value === undefined) throw new UsageError(`${name} is empty; mgi init writes one to start from`)
  if (typeof value === 'object' && !Array.isArray(value)) return value
  throw new UsageError(
    `${at('')}: a map of keys is expected, such as "target: …", not a ${Array.isArray(value) ? 'list' : 'single value'}`,
  )
}

/** The default names of a config file, in the order of the search. */
export const usualNames = ['mgi.config.yaml', 'mgi.config.yml', 'mgi.config.json'] as const

/** Returns the config file that the user named, or else the one in the current folder, if any. */
function findConfig(given: string | undefined, cwd: string): Source | undefined {
  if (given !== undefined) {
    const file = resolve(cwd, given)
    if (!existsSync(file)) throw new UsageError(`--config ${given}: there is no such file; mgi init writes one`)
    return { file, name: given, shownName: `--config ${given}` }
  }
  const [name, other] = usualNames.filter((one) => existsSync(join(cwd, one)))
  if (other !== undefined)
    throw new UsageError(`${name} and ${other} both exist; remove one, or name one with --config`)
  return name === undefined ? undefined : { file: join(cwd, name), name }
}

/**
 * Returns the options of `certify` from a config file (YAML or JSON). Inserts environment variables, and makes paths
 * relative to `cwd`.
 *
 * @throws {UsageError} if the file is invalid, with the line of the error.
 *
 * @example
 * const { reporters, ...options } = loadConfig('mgi.config.yaml')
 * const report = await certify({ ...options, profile: 'smoke' })
 */
export function loadOptions(
  file: string,
  { cwd = process.cwd(), env = process.env }: { readonly cwd?: string; readonly env?: Environment } = {},
): Config {
  const loaded = loadConfig({ given: file, cwd, env, overridden: [] })
  if (loaded === undefined) throw new UsageError(`there is no config file ${file}; mgi init writes one`)
  const folder = dirname(loaded.file)
  const seen = (path: string): string => relative(cwd, resolve(folder, path))
  // Headers keep the names of their variables, because values from the environment are secret.
  const { config, raw } = loaded
  const reporters = reportersSeenFrom(cwd, loaded)
  const { out, plugins, examples, knownFailures, tls, extraHeaders } = { ...config, extraHeaders: raw.extraHeaders }
  return {
    ...config,
    extraHeaders,
    ...(out === undefined ? {} : { out: seen(out) }),
    reporters,
    ...(plugins === undefined ? {} : { plugins: plugins.map(seen) }),
    ...(examples === undefined ? {} : { examples: examples.map(seen) }),
    ...(typeof knownFailures === 'string' ? { knownFailures: seen(knownFailures) } : {}),
    ...(tls === undefined ? {} : { tls: { ...tls, ...seenFiles(tls, seen) } }),
  }
}

/** Returns the reporters of a config file, with paths relative to `cwd` instead of the file. */
export function reportersSeenFrom(cwd: string, { config, file }: LoadedConfig): readonly string[] | undefined {
  return config.reporters?.map((text) => {
    const [format, path = ''] = text.split(/=(.*)/s)
    return path === '' || path === '-' ? text : `${format}=${relative(cwd, resolve(dirname(file), path))}`
  })
}

function seenFiles(tls: NonNullable<Config['tls']>, seen: (path: string) => string): Config['tls'] {
  const files = (['ca', 'cert', 'key'] as const).flatMap((member) => {
    const path = tls[member]
    return path === undefined ? [] : [[member, seen(path)] as const]
  })
  return Object.fromEntries(files)
}
