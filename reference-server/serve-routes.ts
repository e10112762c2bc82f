import { mostBodyBytes } from '../conformance/core/server/body.ts'
import { openFront } from '../conformance/core/server/front.ts'
import { startDifferences } from './faults/differences.ts'
import type { Showing } from './faults/fault.ts'
import { faultAskedFor } from './faults/index.ts'
import { pictureUrls } from './images/urls.ts'
import type { ReferenceServer, ServerOptions } from './index.ts'
import { MissingPackages, type SizeLimits } from './published.ts'
import type { Route } from './route.ts'
import type { ServerState } from './state.ts'
import { openTokens } from './tokens.ts'

const megabyte = 2 ** 20
/**
 * Limits above those of section 8: room for inline media, and for two images of 25 MB plus a margin in which the server
 * can still report their size.
 */
const generousLimits: SizeLimits = { jsonBytes: 32 * megabyte, formBytes: 96 * megabyte }
/** Optional peer packages that only the server needs, in the tested versions. */
export const serverPackages = { koa: '3', '@koa/router': '15', 'koa-body': '8', sharp: '0.35' } as const

/** The time in milliseconds that requests in flight may take when the server closes. */
const grace = 1000

/**
 * Starts a reference server with these routes and those of the specification. The published `startReferenceServer` has
 * no routes among its types, because those need the types of the server's packages.
 */
export async function serveRoutes(options: ServerOptions, more: readonly Route[]): Promise<ReferenceServer> {
  const { port = 0, host = '127.0.0.1' } = options
  const { createApp, formReader } = await loadApp()
  const state = stateOf(options, formReader)
  const front = await openFront({
    name: 'mgi serve',
    port,
    host,
    answer: createApp(state, more).callback(),
    ...(options.onFault === undefined ? {} : { onFault: options.onFault }),
  })
  return {
    url: front.url,
    showings: () => showingsOf(state),
    differences: () => new Map(state.differences?.counts),
    close: () => front.close(grace).then(state.forms.close),
  }
}

interface AppModules {
  readonly createApp: typeof import('./app.ts').createApp
  readonly formReader: typeof import('./read/form.ts').formReader
}

/**
 * Loads the packages of the server when the first one starts. Tests of another gateway need neither the time nor the
 * packages.
 *
 * @throws {MissingPackages} with the command that installs the missing packages.
 */
export async function loadApp(load: () => Promise<AppModules> = appModules): Promise<AppModules> {
  try {
    return await load()
  } catch (error) {
    if (!isMissingPackage(error)) throw error
    const packages = Object.entries(serverPackages).map(([name, version]) => `${name}@${version}`)
    throw new MissingPackages(
      `the reference server needs packages that are not installed; run: npm install --save-dev ${packages.join(' ')}`,
      { cause: error },
    )
  }
}

async function appModules(): Promise<AppModules> {
  const [{ createApp }, { formReader }] = await Promise.all([import('./app.ts'), import('./read/form.ts')])
  return { createApp, formReader }
}

function isMissingPackage(error: unknown): boolean {
  if (!(error instanceof Error) || (error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') return false
  return Object.keys(serverPackages).some((name) => error.message.includes(`'${name}'`))
}

function stateOf(options: ServerOptions, formReader: AppModules['formReader']): ServerState {
  const limits = { ...generousLimits, ...options.limits }
  const faults = (options.faults ?? []).map((one) =>
    typeof one === 'string' ? faultAskedFor(one, options.faultSeed ?? 1, options.on) : one,
  )
  return {
    tokens: openTokens(options.keys ?? ['test-key']),
    pictures: pictureUrls(),
    faults,
    alterations: [...faults, options.alterations ?? {}],
    ...(options.countsDifferences === true ? { differences: startDifferences(faults) } : {}),
    limits,
    modelNames: options.modelNames ?? [],
    forms: formReader(limits.formBytes),
    bodies: { most: mostBodyBytes, held: 0 },
    cors: options.cors,
    onRequest: options.onRequest,
    onFault: options.onFault,
    now: options.now ?? Date.now,
    counts: new Map(),
    requestsBefore: options.requestsBefore ?? 0,
  }
}

function showingsOf({ faults }: ServerState): readonly Showing[] {
  return faults.flatMap(({ showing }) => (showing === undefined ? [] : [showing()]))
}
