import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import type { Quirk, VariantReply } from '../variant.ts'
import { isStream } from './streams.ts'

/** Sends another status for successful POST requests. */
export function succeedsWith(status: number): Quirk {
  return (answer, { method }) => (answer.status === 200 && method === 'POST' ? { ...answer, status } : answer)
}

/** Adds header lines, or replaces those of the same name. */
export function withHeaders(headers: Readonly<Record<string, string>>): Quirk {
  return (answer) => ({ ...answer, headers: { ...answer.headers, ...headers } })
}

/** Declares JSON as another media type. */
export function declaresJson(type: string, when: (answer: VariantReply) => boolean = () => true): Quirk {
  return (answer) => {
    const isJson = answer.headers['content-type']?.startsWith('application/json') ?? false
    return isJson && when(answer) ? { ...answer, headers: { ...answer.headers, 'content-type': type } } : answer
  }
}

/** Changes the spelling of header names. */
export function namesHeaders(spelling: (name: string) => string): Quirk {
  return (answer) => ({
    ...answer,
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [spelling(name), value])),
  })
}

/** Encodes bodies with each of `encodings` in turn. */
export function encodes(...encodings: readonly (keyof typeof encoders)[]): Quirk {
  return (answer, { ordinal }) => {
    const name = encodings[ordinal % encodings.length] as keyof typeof encoders
    const body = encoders[name](answer.body)
    const { chunks, ...rest } = { ...answer, body }
    const headers = { ...answer.headers, 'content-encoding': name.replace('raw ', '') }
    return { ...rest, headers, ...(isStream(answer) ? { chunks: pieces(body, 100) } : {}) }
  }
}

const encoders = {
  gzip: (body: Uint8Array): Uint8Array => gzipSync(body),
  'x-gzip': (body: Uint8Array): Uint8Array => gzipSync(body),
  br: (body: Uint8Array): Uint8Array => brotliCompressSync(body),
  deflate: (body: Uint8Array): Uint8Array => deflateSync(body),
  'raw deflate': (body: Uint8Array): Uint8Array => deflateRawSync(body),
  identity: (body: Uint8Array): Uint8Array => body,
  'gzip, br': (body: Uint8Array): Uint8Array => brotliCompressSync(gzipSync(body)),
} as const

/** Sends bodies without a length, in chunks of this many bytes. */
export function chunked(size: number): Quirk {
  return (answer) => ({ ...answer, chunks: pieces(answer.body, size) })
}

function pieces(body: Uint8Array, size: number): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(body.length / size) }, (_, at) => body.subarray(at * size, (at + 1) * size))
}

/** Breaks the connection in the middle of one in `every` bodies, but never twice for the same request. */
export function breaksOff(every: number): Quirk {
  return (answer, { firstTime }) => {
    if (firstTime === 0 || firstTime % every !== 0) return answer
    return { ...answer, chunks: [answer.body.subarray(0, answer.body.length / 2)], breaksOff: true }
  }
}
