import { readdirSync, readFileSync } from 'node:fs'
import { exchangeWith } from '../conformance/model/exchange.fixture.ts'
import type { Chunk, Ended, Exchange, HeaderLine } from '../conformance/model/exchange.ts'
import type { Endpoint } from '../conformance/model/vocabulary.ts'
import { encodeMultipart } from '../conformance/wire/multipart.ts'
import { padPng } from '../conformance/wire/pad-png.ts'
import { stepsOf } from '../schemas/json-pointer.ts'

/** One line of the corpus, its exchanges ready to be judged. */
export interface CorpusLine {
  readonly file: string
  readonly requirement: string
  readonly description: string
  readonly verdict: 'pass' | 'fail' | 'inapplicable' | 'inconclusive'
  /** The operation whose verdict is meant; absent: the worst of all of them. */
  readonly operation?: Endpoint
  readonly exchanges: readonly Exchange[]
}

type Headers = Readonly<Record<string, string | readonly string[]>>

interface WrittenBody {
  readonly json?: unknown
  readonly text?: string
  readonly base64?: string
  readonly multipart?: readonly WrittenPart[]
  readonly events?: readonly WrittenEvent[]
}

interface WrittenEvent {
  readonly event?: string
  readonly data: unknown
  readonly at?: number
}

interface WrittenPart {
  readonly name: string
  readonly value?: string
  readonly filename?: string
  readonly type?: string
  readonly fixture?: string
  readonly text?: string
  readonly padTo?: number
}

interface WrittenExchange {
  readonly request: WrittenBody & { readonly method: string; readonly path: string; readonly headers?: Headers }
  readonly response: (WrittenBody & { readonly status: number; readonly headers?: Headers }) | null
  readonly ended?: Ended
}

interface Operation {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path: string
  readonly value?: unknown
}

type Reference = WrittenExchange | { readonly base: string; readonly patch?: readonly Operation[] }

interface WrittenLine extends Pick<CorpusLine, 'requirement' | 'description' | 'verdict' | 'operation'> {
  readonly exchanges: readonly Reference[]
}

const folder = new URL('../fixtures/corpus/', import.meta.url)

/** Every line of the corpus. Throws on a line that is not written as its README says. */
export function readCorpus(): readonly CorpusLine[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readArea(name))
}

function readArea(area: string): CorpusLine[] {
  const files = readdirSync(new URL(`${area}/`, folder)).filter(
    (name) => name.endsWith('.json') && name !== 'bases.json',
  )
  const bases = readJson<Record<string, WrittenExchange>>(`${area}/bases.json`)
  return files.flatMap((name) =>
    readJson<readonly WrittenLine[]>(`${area}/${name}`).map((line) => ({
      ...line,
      file: `${area}/${name}`,
      exchanges: line.exchanges.map((reference, index) => asExchange(resolved(reference, bases), index)),
    })),
  )
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as T
}

function resolved(reference: Reference, bases: Readonly<Record<string, WrittenExchange>>): WrittenExchange {
  if (!('base' in reference)) return reference
  const base = bases[reference.base]
  if (base === undefined) throw new Error(`the corpus has no base ${reference.base}`)
  const copy = structuredClone(base)
  for (const operation of reference.patch ?? []) apply(copy, operation)
  return copy
}

/** RFC 6902, as far as the corpus uses it. */
function apply(target: unknown, { op, path, value }: Operation): void {
  const steps = [...stepsOf(path)]
  const last = steps.pop()
  const parent = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], target)
  if (typeof parent !== 'object' || parent === null || last === undefined) throw new Error(`${path} leads nowhere`)
  if (op !== 'add' && !(last in parent)) throw new Error(`${path} is not there to ${op}`)
  if (Array.isArray(parent))
    parent.splice(
      last === '-' ? parent.length : Number(last),
      op === 'add' ? 0 : 1,
      ...(op === 'remove' ? [] : [value]),
    )
  else if (op === 'remove') delete (parent as Record<string, unknown>)[last]
  else (parent as Record<string, unknown>)[last] = value
}

function asExchange({ request, response, ended = 'complete' }: WrittenExchange, index: number): Exchange {
  const sent = bodyOf(request)
  const received = response && bodyOf(response)
  return exchangeWith({
    id: `line-${index}`,
    startedAt: index * 10,
    durationMs: 5,
    request: {
      method: request.method,
      path: request.path,
      headers: headerLines(request.headers, sent.type),
      body: sent.bytes,
    },
    response:
      response && received
        ? {
            status: response.status,
            headers: headerLines(response.headers, received.type),
            chunks: chunksOf(response, received.bytes),
          }
        : null,
    ended,
  })
}

/** Headers that the line gives, and the body's own content type where it gives none; an empty one means no header. */
function headerLines(headers: Headers = {}, type: string | undefined): readonly HeaderLine[] {
  const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
  const own = isGiven || type === undefined ? [] : [['content-type', type] as const]
  const given = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
  return [...own, ...given.filter(([, value]) => value !== '')]
}

function bodyOf(body: WrittenBody): { readonly bytes: Uint8Array; readonly type?: string } {
  if (body.multipart) return multipartBody(body.multipart)
  if (body.events) return { bytes: bytes(body.events.map(eventText).join('')), type: 'text/event-stream' }
  if (body.text !== undefined) return { bytes: bytes(body.text), type: 'application/json' }
  if (body.base64 !== undefined) return { bytes: new Uint8Array(Buffer.from(body.base64, 'base64')) }
  if ('json' in body) return { bytes: bytes(JSON.stringify(body.json)), type: 'application/json' }
  return { bytes: new Uint8Array() }
}

/** The whole body at once, or one chunk an event where the events say when they arrive. */
function chunksOf({ events = [] }: WrittenBody, whole: Uint8Array): readonly Chunk[] {
  if (events.every(({ at }) => at === undefined)) return [{ at: 5, bytes: whole }]
  return events.map((event) => ({ at: event.at ?? 5, bytes: bytes(eventText(event)) }))
}

function eventText({ event, data }: WrittenEvent): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`
}

function multipartBody(parts: readonly WrittenPart[]): { readonly bytes: Uint8Array; readonly type: string } {
  const { body, contentType } = encodeMultipart(
    parts.map(({ name, value, filename, type, ...file }) =>
      value === undefined
        ? { name, filename: filename ?? 'a.png', type: type ?? 'image/png', bytes: fileBytes(file) }
        : { name, value },
    ),
  )
  return { bytes: body, type: contentType }
}

function fileBytes({ fixture, text, padTo }: Pick<WrittenPart, 'fixture' | 'text' | 'padTo'>): Uint8Array {
  if (text !== undefined) return bytes(text)
  const file = new Uint8Array(readFileSync(new URL(`../images/${fixture}`, folder)))
  return padTo === undefined ? file : padPng(file, padTo)
}

function bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'utf8'))
}
