import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from 'koa'
import type { RequestValue } from '../../conformance/core/model/operation.ts'
import { boundedBody } from '../../conformance/core/server/body.ts'
import { emptyValidation, validate } from '../../schemas/index.ts'
import type { CredentialPlace, IncomingRequest, Presented, RequestSpelling } from '../incoming-request.ts'
import { labelled } from '../model-names.ts'
import type { Route } from '../route.ts'
import type { ServerState } from '../state.ts'
import { tokenOf } from '../tokens.ts'
import { type Body, unreadableBody } from './body.ts'
import { connectionStateOf } from './connection.ts'

/** A request as handlers see it. */
export interface Reading {
  readonly request: IncomingRequest
  readonly tooLarge: boolean
}

/** Reads a request for `route` completely. */
export async function readRequest(ctx: Context, route: Route, state: ServerState): Promise<Reading> {
  const body = await readBody(ctx, route, state)
  const { value, validation, unreadable, modelName } = understood(ctx, route, body, state)
  const presented = presentedIn(ctx, route.credentials)
  const endpoint = route.endpoint(value)
  const ordinal = (state.counts.get(endpoint) ?? state.requestsBefore) + 1
  state.counts.set(endpoint, ordinal)
  const token = presented.kind === 'key' ? tokenOf(state.tokens, presented.key) : undefined
  const now = state.now()
  const named = modelName === undefined ? {} : { modelName }
  const facts = { endpoint, value, ...named, unreadable, validation, presented, token, ordinal, now }
  const request: IncomingRequest = {
    ...facts,
    spelling: spellingOf(ctx, body),
    acceptsCoding: (coding) => ctx.acceptsEncodings(coding) !== false,
    connection: connectionStateOf(ctx.socket),
    base: () => baseOf(ctx),
  }
  return { request, tooLarge: body?.kind === 'too-large' }
}

function spellingOf({ req, querystring }: Context, body: Body | undefined): RequestSpelling {
  const { rawHeaders } = req
  const names = rawHeaders.filter((_, index) => index % 2 === 0)
  const headers = names.map((name, index) => [name, rawHeaders[2 * index + 1] ?? ''] as const)
  return { query: querystring, headers, json: body?.kind === 'value' ? (body.text ?? '') : '' }
}

function readBody(ctx: Context, route: Route, { limits, forms, bodies }: ServerState): Promise<Body> | undefined {
  if (route.body === 'none') return undefined
  return route.body === 'json' ? readJson(ctx, { most: limits.jsonBytes, budget: bodies }) : forms.read(ctx)
}

type Understood = Pick<IncomingRequest, 'value' | 'validation' | 'unreadable' | 'modelName'>

function understood(ctx: Context, route: Route, body: Body | undefined, state: ServerState): Understood {
  const known = withoutBody(ctx, route)
  if (body?.kind !== 'value') return judged(route, known, body?.kind === 'unreadable' ? body.why : undefined)
  try {
    const { value, ...name } = labelled({ ...known, body: body.value }, route.models ?? [], state.modelNames)
    const spelled = route.spell ? { ...value, body: route.spell(value.body) } : value
    return { ...judged(route, spelled, undefined), ...nameReplaced(value, spelled), ...name }
  } catch (error) {
    if (error instanceof RangeError) return judged(route, known, 'The request body is nested too deeply.')
    throw error
  }
}

/** Returns the model name if the label for unknown models replaced it. */
function nameReplaced(value: RequestValue, spelled: RequestValue): Pick<IncomingRequest, 'modelName'> {
  const name = modelIn(value)
  return typeof name === 'string' && name !== modelIn(spelled) ? { modelName: name } : {}
}

function modelIn({ body }: RequestValue): unknown {
  return (Object(body) as { readonly model?: unknown }).model
}

function judged(route: Route, value: RequestValue, unreadable: string | undefined): Understood {
  const validation = route.schema === undefined ? emptyValidation : validate(route.schema, value)
  if (unreadable === undefined || validation.violations.length > 0) return { value, validation, unreadable }
  const violation = { pointer: '/body', keyword: 'readable', message: unreadable }
  return { value, validation: { ...validation, violations: [violation] }, unreadable }
}

function withoutBody(ctx: Context, { headers }: Route): RequestValue {
  const path = (ctx['params'] ?? {}) as Record<string, string>
  return {
    ...(Object.keys(path).length === 0 ? {} : { path }),
    ...(headers === undefined ? {} : { header: namedHeaders(ctx.headers, headers) }),
  }
}

/** The parts of a request that state the address of the server. */
interface Addressed {
  readonly host: string
  readonly socket: Pick<Socket, 'localAddress' | 'localPort'>
}

/** Returns the address of the server as the client wrote it. Never repeats an invalid Host header in a reply. */
export function baseOf({ host, socket }: Addressed): string {
  if (/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(host)) return `http://${host}`
  const { localAddress = '', localPort } = socket
  return `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
}

/** Returns the credential of a request. The first of `places` that has a key wins. */
function presentedIn(ctx: Context, places: readonly CredentialPlace[]): Presented {
  for (const place of places) {
    const key = readers[place](ctx)
    if (key !== undefined && key !== '') return { kind: 'key', key, place }
  }
  return ctx.get('authorization') === '' ? { kind: 'none' } : { kind: 'other-scheme' }
}

const readers: Record<CredentialPlace, (ctx: Context) => string | undefined> = {
  bearer: (ctx) => /^Bearer +(\S+) *$/i.exec(ctx.get('authorization'))?.[1],
  'x-api-key': (ctx) => ctx.get('x-api-key'),
  'x-goog-api-key': (ctx) => ctx.get('x-goog-api-key'),
  'query-key': (ctx) => [ctx.query['key']].flat()[0],
}

/**
 * Returns the headers that a schema describes, under the specification's names. Repeated headers are joined by `, `.
 */
function namedHeaders(
  received: IncomingHttpHeaders,
  wanted: Readonly<Record<string, readonly string[]>>,
): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of Object.keys(wanted)) {
    const alias = wanted[name]!.find((candidate) => received[candidate] !== undefined)
    if (alias !== undefined) found[name] = joined(received[alias]!)
  }
  return found
}

function joined(value: string | string[]): string {
  return typeof value === 'string' ? value : value.join(', ')
}

async function readJson(ctx: Context, limits: Parameters<typeof boundedBody>[2]): Promise<Body> {
  const bytes = await boundedBody(ctx.req, ctx.res, limits)
  if (bytes === undefined) return { kind: 'too-large' }
  if (!isJson(ctx.get('content-type')))
    return unreadableBody('The content type of the request is not application/json.')
  if (!isUtf8(bytes)) return unreadableBody('The request body is not UTF-8.')
  return parsed(bytes.toString().replace(/^\uFEFF/, ''))
}

function isJson(contentType: string): boolean {
  return /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType)
}

function parsed(text: string): Body {
  try {
    return { kind: 'value', value: JSON.parse(text), text }
  } catch {
    return unreadableBody('The request body is not valid JSON.')
  }
}
