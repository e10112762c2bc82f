import { randomUUID } from 'node:crypto'
import type { Exchange } from '../../model/exchange.ts'
import type { Endpoint } from '../../model/vocabulary.ts'
import type { FromBase64, Pack } from './body-codec.ts'
import { fromJson, toJson } from './codec.ts'
import { earlierFacts, earlierWordsFrom } from './earlier-facts.ts'
import { type EvidenceFooter, type EvidenceHeader, footerFrom, headerFrom } from './frame.ts'
import { isText, type JsonObject, parseObject } from './read-json.ts'

/** What an exchange was for. */
export interface About {
  readonly operation?: Endpoint
  readonly purpose?: string
}

/** What one line of an evidence file says. */
export type EvidenceLine =
  /** `isEarlier` is set where the file is of format 1 or 2. */
  | { readonly kind: 'header'; readonly header: EvidenceHeader; readonly isEarlier?: true }
  | { readonly kind: 'exchange'; readonly exchange: Exchange; readonly about: About }
  | { readonly kind: 'footer'; readonly footer: EvidenceFooter }
  | { readonly kind: 'problem'; readonly problem: string }

/** One exchange as one line of JSON, without its line end. */
export function encode(exchange: Exchange, about: About = {}): string {
  return JSON.stringify({ kind: 'exchange', about, ...toJson(exchange) })
}

/**
 * The same in pieces and with its line end, so that a large body never exists as text: its base64 is made piece by piece
 * while it is written. Each piece is to be used before the next one is asked for.
 */
export function* encodeInPieces(exchange: Exchange, about: About = {}, pack?: Pack): Generator<string | Uint8Array> {
  const bodies: Buffer[] = []
  // Nothing that a target sends can be mistaken for it.
  let standIn: string | undefined
  const inPieces = (bytes: Buffer): string => {
    if (bytes.length <= pieceLength) return bytes.toString('base64')
    standIn ??= `later-${randomUUID()}-`
    return standIn + (bodies.push(bytes) - 1)
  }
  const json = toJson(exchange, inPieces, pack)
  const line = `${JSON.stringify({ kind: 'exchange', about, ...json })}\n`
  if (standIn === undefined) {
    yield line
    return
  }
  for (const [index, text] of line.split(standIn).entries()) {
    if (index === 0) yield text
    else {
      const [, number = '', rest = ''] = /^(\d+)(.*)$/s.exec(text) ?? []
      yield* base64Pieces(bodies[Number(number)]!)
      yield rest
    }
  }
}

/** A multiple of three bytes has base64 without padding; short strings are collected sooner than those of a megabyte. */
const pieceLength = 3 * 64 * 1024

function* base64Pieces(bytes: Buffer): Generator<Uint8Array> {
  const room = Buffer.allocUnsafeSlow((pieceLength / 3) * 4)
  for (let from = 0; from < bytes.length; from += pieceLength) {
    const length = room.write(bytes.toString('base64', from, from + pieceLength), 'latin1')
    yield room.subarray(0, length)
  }
}

export function encodeHeader(header: EvidenceHeader): string {
  return JSON.stringify({ kind: 'header', ...header })
}

export function encodeFooter(footer: EvidenceFooter): string {
  return JSON.stringify({ kind: 'footer', ...footer })
}

/**
 * What a line says; whatever it holds, a line that says nothing is a described problem. Of a line of format 1 or 2, the facts
 * of the exchange are derived from its id.
 */
export function decode(line: string, fromBase64?: FromBase64, isEarlier = false): EvidenceLine {
  const value = parseObject(line)
  if (value === undefined) return problem('it is not a JSON object')
  switch (value['kind']) {
    case 'header':
      return said(headerFrom(value), (header) => ({ kind: 'header', header, ...earlier(value) }))
    case 'exchange':
      return said(fromJson(value, fromBase64), (exchange) => {
        return {
          kind: 'exchange',
          exchange: isEarlier ? withEarlierFacts(exchange, value) : exchange,
          about: aboutFrom(value),
        }
      })
    case 'footer':
      return said(footerFrom(value), (footer) => ({ kind: 'footer', footer }))
    default:
      return problem('it is neither a header, nor an exchange, nor a footer')
  }
}

function earlier({ formatVersion }: JsonObject): { readonly isEarlier?: true } {
  return formatVersion === 3 ? {} : { isEarlier: true }
}

function withEarlierFacts(exchange: Exchange, { about }: JsonObject): Exchange {
  if (exchange.source !== 'runner') return exchange
  return { ...exchange, ...earlierFacts(exchange.id, earlierWordsFrom(about)) }
}

function said<T extends object>(read: T | string, asLine: (read: T) => EvidenceLine): EvidenceLine {
  return typeof read === 'string' ? problem(read) : asLine(read)
}

function problem(text: string): EvidenceLine {
  return { kind: 'problem', problem: text }
}

/** Words for people: whatever cannot be read of them is left out. */
function aboutFrom(value: JsonObject): About {
  const about = (value['about'] ?? {}) as Record<string, unknown>
  const words = ['operation', 'purpose'].filter((word) => isText(about[word]))
  return Object.fromEntries(words.map((word) => [word, about[word]])) as About
}
