import process from 'node:process'
import fc from 'fast-check'
import type { AreaArbitraries } from '../core/model/arbitraries.ts'
import type { RequestValue } from '../core/model/operation.ts'
import { type Area, type Capability, capabilities, type Endpoint } from '../core/model/vocabulary.ts'
import { suggestion } from '../core/text/nearest.ts'
import { UsageError } from '../core/text/usage-error.ts'
import { type DrawnViolation, RequestArbitrary, ViolationArbitrary } from '../engine/generate/arbitrary.ts'
import type { Drawn } from '../engine/generate/requests.ts'
import { documentLanguage } from '../engine/plan/schema/language.ts'
import { type Subject, subjectOf } from '../engine/plan/subject.ts'
import { outgoing } from '../engine/record/client/names.ts'
import { contentArbitraries } from '../specification/areas/content-generation/arbitraries.ts'
import { imagesArbitraries } from '../specification/areas/images/arbitraries.ts'
import { messagesArbitraries } from '../specification/areas/messages/arbitraries.ts'
import { catalogue } from '../specification/catalogue.ts'
import type { Config } from './config/config.ts'
import { readKey } from './config/keys.ts'
import { configOf } from './config/load-config.ts'
import { readTargetOptions } from './config/target-options.ts'
import { namesFor } from './run/target/open-client.ts'

/** A request to send to a gateway, with its key and its names. */
export interface GeneratedRequest {
  readonly operation: Endpoint
  readonly method: 'GET' | 'POST'
  /** Path and query below the base URL. The query may contain the key. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Null for a GET, whose body `fetch` rejects. */
  readonly body: Uint8Array<ArrayBuffer> | null
  /** The parameters, headers and body, with the names of the specification. */
  readonly value: RequestValue
}

/** A request that a gateway has to reject. */
export interface GeneratedViolation extends GeneratedRequest {
  /** The id of the only requirement that it violates. */
  readonly violates: string
}

/**
 * The members of the config file that determine how a request is written. Strings may name environment variables
 * (`${MGI_API_KEY}`). Without a key, `MGI_API_KEY` is used.
 */
export type RequestsOfOptions = Pick<
  Config,
  'key' | 'keys' | 'models' | 'speech' | 'headers' | 'version' | 'credential' | 'extraHeaders' | 'unsupported'
>

/**
 * Returns an arbitrary of fast-check with valid requests of an operation. They are drawn as in a run, and shrink to
 * valid requests that cost no more.
 *
 * @throws {UsageError} if the operation is unknown, there is no key, or an option is wrong.
 *
 * @example
 * await fc.assert(
 *   fc.asyncProperty(requestsOf('messages.create', { key: 'my-key' }), async ({ method, path, headers, body }) => {
 *     const response = await fetch(`http://127.0.0.1:8080${path}`, { method, headers, body })
 *     return response.status === 200
 *   }),
 * )
 */
export function requestsOf(operation: Endpoint, options: RequestsOfOptions = {}): fc.Arbitrary<GeneratedRequest> {
  const { subject, arbitraries, write } = prepared(operation, options)
  return RequestArbitrary.varied(subject, arbitraries).map(
    ({ value }) => readable(write(value)),
    (generated): Drawn => ({ value: valueIn(generated, operation), uses: [] }),
  )
}

/**
 * Returns an arbitrary of fast-check with requests that violate exactly one requirement. They shrink to smaller
 * violations of the same requirement.
 *
 * @throws {UsageError} as `requestsOf` does, and for `usage.token`, whose requests have no parameters.
 */
export function violationsOf(operation: Endpoint, options: RequestsOfOptions = {}): fc.Arbitrary<GeneratedViolation> {
  const { subject, arbitraries, write } = prepared(operation, options)
  if (subject.root === undefined)
    throw new UsageError(
      `violationsOf: requests of ${operation} have no parameters that could be wrong; requestsOf returns its only request`,
    )
  return new ViolationArbitrary(subject, arbitraries).map(
    ({ value, violates }) => readable({ ...write(value), violates }),
    (generated): DrawnViolation => ({
      value: valueIn(generated, operation),
      violates: (generated as GeneratedViolation).violates,
    }),
  )
}

/** The overrides of an area whose requests have no choices. */
const noChoices: AreaArbitraries = { places: {}, arrange: (value) => value, provoking: [], pieces: [] }

const arbitrariesOf: Readonly<Record<Area, AreaArbitraries>> = {
  images: imagesArbitraries,
  'token-usage': noChoices,
  'content-generation': contentArbitraries,
  messages: messagesArbitraries,
}

/** An operation with its generator, and the function that writes its requests for the user's gateway. */
interface Prepared {
  readonly subject: Subject
  readonly arbitraries: AreaArbitraries
  readonly write: (value: RequestValue) => GeneratedRequest
}

function prepared(id: Endpoint, options: RequestsOfOptions): Prepared {
  const { operations } = catalogue
  const operation = operations.find((one) => one.id === id)
  if (operation === undefined) {
    const ids = operations.map((one) => one.id)
    throw new UsageError(`there is no operation "${id}"${suggestion(id, ids)}; there are ${ids.join(', ')}`)
  }
  const { area, method } = operation
  const surroundings = { cwd: process.cwd(), env: process.env }
  const loaded = configOf(options, surroundings)
  const common = readKey(undefined, process.env, { key: loaded.config.key, place: loaded.at('/key') })
  const isFromFile = loaded.config.key !== undefined
  const targetOptions = readTargetOptions(loaded, { value: common, isFromFile }, surroundings)
  const { key } = targetOptions.credentials[area] ?? {}
  if (key === undefined) throw new UsageError(`${id} needs a key: give { key: … } or set MGI_API_KEY`)
  const absent = (loaded.config.unsupported ?? []).filter((one) => isCapability(one))
  const names = namesFor(area, { key }, targetOptions)
  const write = (value: RequestValue): GeneratedRequest => {
    const { path, headers, body } = outgoing(operation.write(value), names)
    const bytes = method === 'GET' ? null : Uint8Array.from(body)
    return { operation: id, method, path, headers: Object.fromEntries(headers), body: bytes, value }
  }
  const subject = subjectOf(documentLanguage, operation, catalogue, new Set(absent))
  return { subject, arbitraries: arbitrariesOf[area], write }
}

function isCapability(name: string): name is Capability {
  return (capabilities as readonly string[]).includes(name)
}

/** Returns the request in a form that fast-check prints without the key, which headers and query may contain. */
function readable<R extends GeneratedRequest>(request: R): R {
  return Object.assign(request, { [fc.toStringMethod]: shown })
}

function shown(this: GeneratedRequest & { readonly violates?: string }): string {
  const { method, path, value, violates } = this
  const [withoutQuery] = path.split('?')
  return `${method} ${withoutQuery} ${JSON.stringify(value)}${violates === undefined ? '' : ` (violates ${violates})`}`
}

/** Returns the value of a request that the user brings. Throws if it is not one of this operation. */
function valueIn(generated: unknown, operation: Endpoint): RequestValue {
  const { operation: own, value } = generated as GeneratedRequest
  if (own !== operation || value === undefined) throw new Error(`this is no request of ${operation}`)
  return value
}
