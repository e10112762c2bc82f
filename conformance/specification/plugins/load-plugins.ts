import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { factsOf } from '../../core/files/file-facts.ts'
import type { Requirement } from '../../core/model/requirement.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import { withRequirements } from './define-requirement.ts'

/**
 * Returns the requirements of ES modules whose default export is a result of `defineRequirement`, or a list of them.
 * Throws a `UsageError` before a request is sent if a module cannot be loaded. `places` are those where the user named
 * them, for messages.
 */
export async function loadPlugins(
  files: readonly string[],
  folder: string,
  places: readonly string[] = [],
): Promise<readonly Requirement[]> {
  const lists = await Promise.all(
    files.map((file, index) => loadPlugin(file, folder, places[index] ?? `plugins.${index}`)),
  )
  return lists.flat()
}

/** Returns the places where plugins are named: the option, or else the lines of the config file. */
export function pluginPlaces(
  files: readonly string[],
  named: readonly string[] | undefined,
  loaded: Pick<LoadedPlugins, 'at'> | undefined,
): readonly string[] {
  return files.map((_, index) => (named === undefined ? loaded?.at(`/plugins/${index}`) : undefined) ?? '--plugin')
}

async function loadPlugin(name: string, folder: string, place: string): Promise<readonly Requirement[]> {
  const file = resolve(folder, name)
  const what = `${place}: the plugin ${name}`
  if (factsOf(file)?.isFile() !== true) throw new UsageError(`${what} is not a file; name an ES module`)
  const exported = await defaultExportOf(file, what)
  const list: readonly unknown[] = Array.isArray(exported) ? exported : [exported]
  if (list.length > 0 && list.every(isRequirement))
    return list.map((one) => ({ ...one, addedBy: `the plugin ${name}` }))
  throw new UsageError(
    `${what} exports no requirement; write "export default defineRequirement({ … })", or a list of them`,
  )
}

async function defaultExportOf(file: string, what: string): Promise<unknown> {
  try {
    const { default: exported } = (await import(pathToFileURL(file).href)) as { readonly default?: unknown }
    return exported
  } catch (error) {
    const [message] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new UsageError(`${what} cannot be loaded: ${message}${remedyFor(error, file)}`)
  }
}

/**
 * Returns advice for a module that cannot be loaded. Node 20 reads `.js` as CommonJS unless the project states
 * otherwise. Node.js looks for packages next to and above the module, and not where the program is.
 */
function remedyFor(error: unknown, file: string): string {
  const isModule = error instanceof Error && /outside a module|Unexpected token 'export'/.test(error.message)
  if (isModule) return '; name it .mjs, or write "type": "module" into package.json'
  const isMissing = (error as { readonly code?: unknown }).code === 'ERR_MODULE_NOT_FOUND'
  if (!isMissing || canImportSuite(file)) return ''
  return `; keep it next to the folder node_modules that contains ${packageName}`
}

const packageName = 'model-gateway-conformance'

function canImportSuite(file: string): boolean {
  try {
    createRequire(file).resolve(packageName)
    return true
  } catch {
    return false
  }
}

function isRequirement(value: unknown): value is Requirement {
  const { kind, id, check } = (value ?? {}) as { kind?: unknown; id?: unknown; check?: unknown }
  return (kind === 'exchange' || kind === 'transcript') && typeof id === 'string' && typeof check === 'function'
}

/** A config file that may name plugins. */
interface LoadedPlugins {
  readonly file: string
  readonly config: { readonly plugins?: readonly string[] }
  at(pointer: string): string
}

/**
 * Returns the catalogue with plugins: those of the command line, relative to `cwd`, or else those of the config file.
 */
export async function withPlugins(
  catalogue: Catalogue,
  named: readonly string[] | undefined,
  loaded: LoadedPlugins | undefined,
  cwd: string,
): Promise<Catalogue> {
  const files = named ?? loaded?.config.plugins ?? []
  const folder = named === undefined && loaded !== undefined ? dirname(loaded.file) : cwd
  return withRequirements(catalogue, await loadPlugins(files, folder, pluginPlaces(files, named, loaded)))
}
