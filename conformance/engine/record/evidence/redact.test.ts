import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finderOf, spellings } from '../../../../tests/hostile/forms-of-secrets.ts'
import { exchangeWith, responseWith } from '../../../core/model/exchange.fixture.ts'
import { bodyWithheld, type Exchange, facets, type HeaderLine, notCaptured } from '../../../core/model/exchange.ts'
import { wholeBody } from '../../../core/model/whole-body.ts'
import { createRedactor, judgedHeaders } from './redact.ts'
import { replyInParts, replyOf } from './reply-in-parts.fixture.ts'

const key = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 6,
  maxLength: 40,
})
const forms: Readonly<Record<string, (key: string) => string>> = {
  raw: (value) => value,
  twin: (value) => `sk-${value}`,
  'percent-encoded': (value) => encodeURIComponent(value),
  'percent-encoded in lower case': (value) => encodeURIComponent(value).replace(/%../g, (code) => code.toLowerCase()),
  'as a form field': (value) => new URLSearchParams({ value }).toString().slice('value='.length),
  'as JSON': (value) => JSON.stringify(value).slice(1, -1),
  'percent-encoded twice': (value) => encodeURIComponent(encodeURIComponent(value)),
  'with escapes as in a log': (value) => value.replace(/[^\w-]/g, (letter) => `\\x${hex(letter)}`),
  'in hex with spaces': (value) => Array.from(value, hex).join(' '),
  'as a list of numbers': (value) => Array.from(value, (letter) => letter.charCodeAt(0)).join(', '),
  'in UTF-16 as JSON': (value) => JSON.stringify(Array.from(value).join('\0')).slice(1, -1),
  'in UTF-16': (value) => Array.from(value).join('\0'),
  'as JSON with escapes': (value) =>
    Array.from(value, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'as HTML': (value) => value.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`),
  base64: (value) => Buffer.from(value).toString('base64'),
  base64url: (value) => Buffer.from(value).toString('base64url'),
}
function hex(letter: string): string {
  return letter.charCodeAt(0).toString(16).padStart(2, '0')
}

const form = fc.constantFrom(...Object.keys(forms))
const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 6 })
const filler = fc.string({ unit: fc.constantFrom('é', ' ', '"', ':', '{', '\n'), maxLength: 12 })

function secretsFor(value: string) {
  return [
    { label: '«key:valid»', value },
    { label: '«key:valid:sk»', value: `sk-${value}` },
  ]
}

test('a key in any form is redacted across chunks, and the surrounding text is kept', () => {
  fc.assert(
    fc.property(key, form, filler, filler, cuts, (value, name, before, after, cutAt) => {
      const written = forms[name]!(value)
      const body = Buffer.from(before + written + after)
      const redacted = createRedactor(secretsFor(value)).exchange(replyInParts(body, cutAt))
      const text = replyOf(redacted).toString()
      expect(text).not.toContain(written)
      expect(text.startsWith(before) && text.endsWith(after)).toBe(true)
      expect(text.slice(before.length, text.length - after.length)).toMatch(/^(«key:valid(:sk)?»)$/)
      expect(redacted.response!.chunks).toHaveLength(cutAt.length + 1)
    }),
    { numRuns: 500 },
  )
})

test('a key inside longer base64 is redacted', () => {
  fc.assert(
    fc.property(key, fc.string(), fc.string(), (value, before, after) => {
      fc.pre(value.length >= 9)
      const redacted = createRedactor(secretsFor(value)).text(Buffer.from(before + value + after).toString('base64'))
      expect(redacted).toContain('«key:valid')
    }),
  )
})

test.each([
  ['a form field', 'acme+tenant+2342'],
  ['a URL', 'acme%20tenant%202342'],
])('a secret with spaces is redacted in %s', (_, text) => {
  const redactor = createRedactor([{ label: '«header:x-tenant»', value: 'acme tenant 2342' }])
  expect(redactor.text(`x=${text}&`)).toBe('x=«header:x-tenant»&')
})

test.each([
  ['in a decoded text', 'größe-4711'],
  ['in the bytes of a header', Buffer.from('größe-4711', 'latin1').toString('latin1')],
  ['in the bytes of a body', Buffer.from('größe-4711').toString('latin1')],
])('a secret with other letters than those of ASCII is redacted %s', (_, text) => {
  expect(createRedactor([{ label: '«proxy»', value: 'größe-4711' }]).text(`<${text}>`)).toBe('<«proxy»>')
})

/** A stream whose deltas are these texts, with another event between them. */
function streamOf(texts: readonly string[], name: string): string {
  const ping = 'event: ping\ndata: {"type": "ping"}\n\n'
  return texts.map((text) => `event: delta\ndata: {"delta":{${JSON.stringify(name)}:${text}}}\n\n${ping}`).join('')
}

/** A key with a quotation mark may also end with the one that ends a string. */
const unquoted = fc.string({ unit: fc.constantFrom(...'aB3-_/+&<'), minLength: 10, maxLength: 30 })

test('a key that is cut into events is redacted, and the other events are kept', () => {
  const name = fc.constantFrom('text', 'partial_json', 'thinking')
  const places = fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 5 })
  const spelling = fc.constantFrom('plain', 'base64', 'percent-encoded', 'in a longer word')
  fc.assert(
    fc.property(unquoted, name, places, spelling, cuts, (value, member, cutAt, spelled, chunked) => {
      const said = JSON.parse(`"a ${spellings[spelled]!(value)} z"`) as string
      const at = [...new Set([0, ...cutAt.filter((one) => one < said.length)])].sort((one, other) => one - other)
      const texts = at.map((from, index) => JSON.stringify(said.slice(from, at[index + 1])))
      const redacted = createRedactor(secretsFor(value)).exchange(
        replyInParts(Buffer.from(streamOf(texts, member)), chunked),
      )
      const body = replyOf(redacted).toString()
      const deltas = [...body.matchAll(/data: (\{"delta.*)/g)].map(
        ([, json]) => Object.values(JSON.parse(json!).delta)[0],
      )
      expect(deltas).toHaveLength(texts.length)
      expect(deltas.join('')).toMatch(/^a (pre)?[^ ]?«key:valid(:sk)?»(post)? z$/)
      expect(redacted.redacted).toEqual(['response-body'])
      expect(redacted.response!.chunks).toHaveLength(chunked.length + 1)
    }),
    { numRuns: 300 },
  )
})

test('a key that is cut into events is redacted anywhere in a long stream', () => {
  const letters = [...long].map((letter) => JSON.stringify(letter))
  const filled = (size: number): string => streamOf([JSON.stringify('x'.repeat(100))], 'text').repeat(size)
  const body = [0, 1700, 1701, 1702, 1750, 3000].map((size) => filled(size) + streamOf(letters, 'text')).join('')
  const text = replyOf(createRedactor(secretsFor(long)).exchange(replyInParts(Buffer.from(body), []))).toString()
  expect(text.match(/«key:valid»/g)).toHaveLength(6)
  expect(text.match(/"text":""/g)).toHaveLength(6 * (long.length - 1))
})

test('equal texts of different members are not put together', () => {
  const events = `${streamOf(['"sk-Qm7xT2vNf9"'], 'text')}${streamOf([JSON.stringify(long.slice(13))], 'id')}`
  const exchange = replyInParts(Buffer.from(events), [])
  expect(createRedactor(secretsFor(long)).exchange(exchange)).toBe(exchange)
})

test('a key in a body in gzip is redacted, although no header states gzip', () => {
  const body = gzipSync(Buffer.from('{"echo":"test-key"}'))
  const written = createRedactor(secretsFor('test-key')).exchange({
    ...proxied(body, []),
    response: responseWith([body]),
  })
  for (const bytes of [written.request.body, replyOf(written)])
    expect(gunzipSync(bytes).toString()).toBe('{"echo":"«key:valid»"}')
  expect(written.redacted).toEqual(['request-body', 'response-body'])
})

test('chunks keep their other bytes when a key is redacted', () => {
  const exchange = replyInParts(Buffer.from('ab test-key cd'), [5, 8])
  const redacted = createRedactor(secretsFor('test-key')).exchange(exchange)
  expect(redacted.response!.chunks.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([
    'ab «key:valid»',
    '',
    ' cd',
  ])
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('a key in a body encoded with %s is redacted, and chunks are no longer captured', (coding, compress) => {
  const exchange = replyInParts(compress(Buffer.from('{"echo":"test-key"}')), [3], [['Content-Encoding', coding]])
  const redacted = createRedactor(secretsFor('test-key')).exchange(exchange)
  expect(redacted.captured).toEqual(['response-body'])
  expect(redacted.redacted).toEqual(['response-body'])
  if (coding === 'gzip') expect(gunzipSync(replyOf(redacted)).toString()).toBe('{"echo":"«key:valid»"}')
  else expect(replyOf(redacted)).not.toEqual(replyOf(exchange))
})

test('an encoded body without a key is unchanged', () => {
  const exchange = replyInParts(gzipSync(Buffer.from('nothing')), [3], [['content-encoding', 'gzip']])
  expect(createRedactor(secretsFor('test-key')).exchange(exchange)).toEqual(exchange)
})

const gzipped: readonly HeaderLine[] = [['Content-Encoding', 'gzip']]

function proxied(body: Uint8Array, headers: readonly HeaderLine[]): Exchange {
  return exchangeWith({ source: 'proxy', request: { method: 'POST', headers, body } })
}

test('a key and a mask in a compressed request body are redacted', () => {
  const body = gzipSync(Buffer.from('{"model":"m","note":"ACME sk-abcdef1234567"}'))
  const secrets = [{ label: '«key:valid»', value: 'sk-abcdef1234567' }]
  const written = createRedactor(secrets, ['ACME']).exchange(proxied(body, gzipped))
  expect(gunzipSync(written.request.body).toString()).toBe('{"model":"m","note":"«masked» «key:valid»"}')
  expect([written.captured, written.redacted]).toEqual([facets, ['request-body']])
})

test('a compressed request body without a key is unchanged', () => {
  const exchange = proxied(gzipSync(Buffer.from('nothing')), gzipped)
  expect(createRedactor(secretsFor('test-key')).exchange(exchange)).toBe(exchange)
})

const bomb = gzipSync(Buffer.alloc(49 * 2 ** 20))

test.each<[string, string, Uint8Array]>([
  ['zstd', 'zstd', Buffer.from('test-key')],
  ['compress', 'compress', Buffer.from('test-key')],
  ['an unknown encoding', 'gzip, x-own', Buffer.from('test-key')],
  ['too many encodings', 'gzip, gzip, gzip, gzip', gzipSync('test-key')],
  ['too large a content', 'gzip', bomb],
  ['another encoding than stated', 'gzip', brotliCompressSync(Buffer.from('{"echo":"test-key","é":[1,2,3]}'))],
])('a body with %s is withheld, in requests and responses', (_, coding, body) => {
  const headers: readonly HeaderLine[] = [['content-encoding', coding]]
  const response = responseWith([body.subarray(0, 3), body.subarray(3)], { headers })
  const written = createRedactor(secretsFor('test-key')).exchange({ ...proxied(body, headers), response })
  for (const bytes of [written.request.body, replyOf(written)])
    expect(Buffer.from(bytes).toString()).toMatch(/^\(withheld: /)
  expect(written.captured).toEqual(['request-headers', 'response-headers', 'timing'])
  expect(written.redacted).toEqual(['request-body', 'response-body'])
  expect(notCaptured(written, ['response-body'])).toBe(`not captured: response body (${bodyWithheld})`)
  expect(createRedactor(secretsFor('test-key')).exchange(written)).toEqual(written)
})

test('an empty body and text with a stated encoding are not withheld', () => {
  const empty = proxied(new Uint8Array(), [['content-encoding', 'zstd']])
  expect(createRedactor(secretsFor('test-key')).exchange(empty)).toBe(empty)
  const text = replyInParts(Buffer.from('not even gzip'), [3], gzipped)
  expect(createRedactor(secretsFor('test-key')).exchange(text)).toBe(text)
})

test('a key below one of two stated encodings is redacted', () => {
  const body = gzipSync(Buffer.from('{"echo":"test-key"}'))
  const written = createRedactor(secretsFor('test-key')).exchange(
    replyInParts(body, [3], [['content-encoding', 'br, gzip']]),
  )
  expect(gunzipSync(replyOf(written)).toString()).toBe('{"echo":"«key:valid»"}')
})

test('headers, trouble and redirects are redacted', () => {
  const exchange: Exchange = {
    ...replyInParts(Buffer.from(''), [], [['x-echo', 'Bearer sk-test-key']]),
    trouble: 'test-key',
    redirects: [{ status: 302, location: '/?key=test-key' }],
  }
  const redacted = createRedactor(secretsFor('test-key')).exchange(exchange)
  expect(JSON.stringify(redacted)).not.toContain('test-key')
  expect(redacted.response!.headers).toEqual([['x-echo', 'Bearer «key:valid:sk»']])
})

test('a request recorded by a proxy is redacted', () => {
  const exchange = replyInParts(Buffer.from(''), [])
  const request = {
    ...exchange.request,
    path: '/x?key=test-key',
    headers: [['authorization', 'Bearer test-key']] as const,
  }
  const redacted = createRedactor(secretsFor('test-key')).exchange({ ...exchange, source: 'proxy', request })
  expect(redacted.request.path).toBe('/x?key=«key:valid»')
  expect(redacted.request.headers).toEqual([['authorization', 'Bearer «key:valid»']])
  expect(redacted.redacted).toEqual(['request-headers'])
})

test('a very short key is not redacted', () => {
  const exchange = replyInParts(Buffer.from('{"n":1}'), [])
  expect(createRedactor([{ label: '«key:valid»', value: '1' }]).exchange(exchange)).toBe(exchange)
})

test.each<[string, readonly HeaderLine[], string, Exchange['redacted']]>([
  ['the body', [['content-type', 'a/b']], 'x test-key x', ['response-body']],
  ['a judged header', [['Location', '/test-key']], '', ['response-headers']],
  ['a header name', [['x-test-key', '1']], '', ['response-headers']],
  ['a header and the body', [['content-type', 'test-key']], 'test-key', ['response-headers', 'response-body']],
  ['an unjudged header', [['x-echo', 'test-key']], '', undefined],
])('the redacted facets of a key in %s are recorded', (_, headers, body, redacted) => {
  const exchange = replyInParts(Buffer.from(body), [], headers)
  const written = createRedactor(secretsFor('test-key')).exchange(exchange)
  expect(written.redacted).toEqual(redacted)
  expect(written).not.toEqual(exchange)
})

test('an exchange without secrets is returned as is', () => {
  const exchange = replyInParts(Buffer.from('nothing'), [3], [['x-a', 'b']])
  expect(createRedactor(secretsFor('test-key')).exchange(exchange)).toBe(exchange)
})

test('judged response headers are all listed in judgedHeaders', () => {
  const rooms = ['engine/judge', 'specification/areas', 'core/wire', 'core/model'].map(
    (room) => new URL(`../../../${room}/`, import.meta.url),
  )
  const read = rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name))
      .flatMap((name) => readFileSync(new URL(name, room), 'utf8').match(ofResponse) ?? []),
  )
  const names = read.map((text) => /'([a-z-]+)'/.exec(text)![1]!)
  expect(names.length).toBeGreaterThan(1)
  expect(names.filter((name) => !judgedHeaders.has(name))).toEqual([])
})

/** Matches code that reads a header of a response, or of lines that may be a response's. */
const ofResponse = /(?:header|wordsOf)\((?:(?:\w+\.)*response[^,]*?(?:\?\? \[\])?|lines), '[a-z-]+'/g

const long = 'sk-Qm7xT2vNf9LzRb4WcYd81HjKpa'

test.each([
  ['in upper case', long.toUpperCase()],
  ['in lower case', long.toLowerCase()],
  ['percent-encoded', [...Buffer.from(long)].map((byte) => `%${byte.toString(16)}`).join('')],
  ['in JSON escapes', [...long].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('')],
  ['in hex', Buffer.from(long).toString('hex')],
  ['in upper-case hex', Buffer.from(long).toString('hex').toUpperCase()],
  ['in escaped hex', [...Buffer.from(long)].map((byte) => `\\x${byte.toString(16)}`).join('')],
])('a key written %s is redacted', (_, text) => {
  expect(createRedactor(secretsFor(long)).text(`<${text}>`)).toBe('<«key:valid»>')
})

test('a part of a key is not redacted', () => {
  const text = `Incorrect API key provided: ${long.slice(0, 8)}***${long.slice(-4)}.`
  expect(createRedactor(secretsFor(long)).text(text)).toBe(text)
})

const parts: Readonly<Record<string, (written: string) => Partial<Exchange>>> = {
  'the path of a request': (text) => ({ request: { ...plain, path: `/v1/files/${text}?key=${text}` } }),
  'the address of an image': (text) => ({ request: { ...plain, path: `http://127.0.0.1:9/${text}.png` } }),
  'a header of a request': (text) => ({ request: { ...plain, headers: [['x-note', text]] } }),
  'the name of a header of a request': (text) => ({ request: { ...plain, headers: [[`x-${text}`, '']] } }),
  'the body of a request': (text) => ({ request: { ...plain, body: Buffer.from(`{"text":"${text}"}`) } }),
  'a header of a response': (text) => ({ response: responseWith('', { headers: [['x-note', text]] }) }),
  'the body of a response': (text) => ({ response: responseWith(`{"text":"${text}"}`) }),
  'an event': (text) => ({ response: responseWith(`event: ${text}\ndata: {"${text}":"${text}"}\n\n`) }),
  'a redirect': (text) => ({ redirects: [{ status: 302, location: `/${text}` }] }),
  'the trouble': (text) => ({ trouble: text }),
}
const plain = exchangeWith({}).request
const sources = ['runner', 'proxy', 'har'] as const
const whole = fc.string({ unit: fc.constantFrom(...'aB3-_/+"&<'), minLength: 10, maxLength: 30 })

test('no part of an exchange is written with a key, in any spelling, from any source', () => {
  const anyPart = fc.constantFrom(...Object.keys(parts))
  const spelling = fc.constantFrom(...Object.keys(spellings))
  fc.assert(
    fc.property(whole, anyPart, spelling, fc.constantFrom(...sources), (value, part, name, source) => {
      const exchange = exchangeWith({ ...parts[part]!(spellings[name]!(value)), source })
      const { request, response, ...rest } = createRedactor(secretsFor(value)).exchange(exchange)
      const bodies = [request.body, wholeBody(response?.chunks ?? [])].map((body) => Buffer.from(body).toString())
      const others = JSON.stringify([request.path, request.headers, response?.headers, rest])
      expect([others, ...bodies].flatMap(finderOf([value]))).toEqual([])
      expect([others, ...bodies].join('')).toContain('«key:valid')
    }),
    { numRuns: 300 },
  )
})

const escaped = {
  plain: (text: string) => text,
  'hex with colons': (text: string) => Array.from(text, hex).join(':'),
  hex: (text: string) => Array.from(text, hex).join(''),
}

test('the beginning of a key where a text was cut is redacted, and elsewhere it is kept', () => {
  const { text } = createRedactor(secretsFor(long))
  const base64 = Buffer.from(`an image ${long} and more`).toString('base64')
  for (const cut of [8, 12, long.length - 1]) {
    const beginning = long.slice(0, cut)
    expect(text(`"${beginning}`)).toBe('"«key:valid»')
    expect(text(`${beginning}… (9000 characters)`)).toBe('«key:valid»… (9000 characters)')
    expect(text(`${beginning} is wrong`)).toBe(`${beginning} is wrong`)
    expect(text(base64.slice(0, 14 + cut))).toMatch(/^\S{12,13}«key:valid»$/)
    for (const write of Object.values(escaped))
      for (const left of cut === 8 ? [0] : [0, 1, 2]) {
        const whole = write(beginning)
        expect(text(`a ${whole.slice(0, whole.length - left)}…`)).toBe('a «key:valid»…')
        expect(text(`a "${whole.slice(0, whole.length - left)}"…, b`)).toBe('a "«key:valid»"…, b')
      }
  }
  expect(text(long.slice(0, 7))).toBe(long.slice(0, 7))
})
