import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'

/** A way in which a target reveals a secret. */
export type Echo = (response: ServerResponse, secret: string, request: IncomingMessage) => void

const json = { 'content-type': 'application/json' }

function says(write: (secret: string) => string, status = 200, headers: Record<string, string> = json): Echo {
  return (response, secret) => response.writeHead(status, headers).end(write(secret))
}

function coded(coding: string, code: (text: Buffer) => Uint8Array): Echo {
  return (response, secret) =>
    response.writeHead(200, { ...json, 'content-encoding': coding }).end(code(Buffer.from(`{"echo":"${secret}"}`)))
}

function within(before: string): Echo {
  return says((secret) => JSON.stringify({ image: Buffer.from(`${before}${secret} and more`).toString('base64') }))
}

function spoilt(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes.subarray(0, bytes.length - 9), Buffer.from('spoilt')])
}

const noise = (length: number) =>
  Array.from({ length }, (_, at) => String.fromCharCode(33 + ((at * 7919 + (at >> 3)) % 90))).join('')

function swapped(text: string): string {
  return [...text].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('')
}

const hex = (text: string) => Buffer.from(text).toString('hex')

/** The ways that are tested, by name. */
export const echoes: Readonly<Record<string, Echo>> = {
  'in a header': (response, secret) => response.writeHead(200, { ...json, 'x-echo': `Bearer ${secret}` }).end('{}'),
  'in the name of a header': (response, secret) => {
    response.writeHead(200, { ...json, [secret.replace(/[^A-Za-z0-9]/g, '')]: 'x' }).end('{}')
  },
  'in the reason': (response, secret) => response.writeHead(400, `no ${secret}`, json).end('{}'),
  'as text': says((secret) => `the key is ${secret}.`),
  'in an error': says((secret) => JSON.stringify({ success: false, message: `bad key ${secret}` }), 400),
  'as a member name': says((secret) => JSON.stringify({ code: true, message: 'ok', data: { [secret]: secret } })),
  'percent-encoded': says((secret) => encodeURIComponent(secret)),
  'percent-encoded whole': says((secret) => [...Buffer.from(secret)].map((byte) => `%${byte.toString(16)}`).join('')),
  'escaped by number': says((secret) =>
    [...secret].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  ),
  'in JSON inside of JSON': says((secret) => JSON.stringify({ message: JSON.stringify({ key: secret }) })),
  'in HTML': says((secret) => `<p>${[...secret].map((letter) => `&#${letter.charCodeAt(0)};`).join('')}</p>`),
  'in base64': within(''),
  'in base64, one further': within('a'),
  'in base64, two further': within('ab'),
  'in base64 for URLs': says((secret) => Buffer.from(`??>${secret}`).toString('base64url')),
  'as basic credentials': says((secret) => `Basic ${Buffer.from(`user:${secret}`).toString('base64')}`),
  'cut into chunks': (response, secret) => {
    response.writeHead(200, json)
    for (const letter of `{"a":"${secret}"}`) response.write(letter)
    response.end()
  },
  'in events': says((secret) => `event: ${secret}\ndata: {"type":"${secret}"}\n\n`, 200, {
    'content-type': 'text/event-stream',
  }),
  'in gzip': coded('gzip', gzipSync),
  'in deflate': coded('deflate', deflateSync),
  'in raw deflate': coded('deflate', deflateRawSync),
  'in br': coded('br', brotliCompressSync),
  'in gzip in gzip': coded('gzip, gzip', (text) => gzipSync(gzipSync(text))),
  'in gzip that breaks off': coded('gzip', (text) => gzipSync(text).subarray(0, -12)),
  'in gzip that is spoilt': coded('gzip', (text) => spoilt(gzipSync(Buffer.concat([text, Buffer.from(noise(3000))])))),
  'in plain text said to be gzip': coded('gzip', (text) => text),
  'in a coding of its own': coded('x-own', (text) => text),
  'in what was promised to be longer': (response, secret) => {
    response.writeHead(200, { ...json, 'content-length': 9999 }).write(`{"a":"${secret}"`, () => response.destroy())
  },
  'in a place to go to': (response, secret) => {
    response.writeHead(302, { location: `http://127.0.0.1:9/?key=${encodeURIComponent(secret)}` }).end(secret)
  },
  'in a place close by': (response, secret, { url = '' }) => {
    if (url.includes('key=')) response.writeHead(200, json).end('{}')
    else response.writeHead(307, { location: `/again?key=${encodeURIComponent(secret)}` }).end()
  },
  'in capitals': says((secret) => `the key is ${secret.toUpperCase()}.`),
  'in lower case': says((secret) => JSON.stringify({ code: true, message: secret.toLowerCase(), data: {} })),
  'in the other case': says((secret) => `the key is ${swapped(secret)}.`),
  'in hex': says((secret) => JSON.stringify({ id: hex(secret) })),
  'in hex in capitals': says((secret) => JSON.stringify({ id: hex(secret).toUpperCase() })),
  'after a megabyte': says((secret) => `{"a":"${noise(1_048_570).replace(/["\\]/g, 'x')}${secret}"}`),
}
