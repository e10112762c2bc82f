import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { readCassette } from './read-cassette.ts'

const folder = mkdtempSync(join(tmpdir(), 'cassette-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes a file whose name does not reveal its kind. */
function written(text: string | Uint8Array): string {
  const file = join(folder, 'recording.txt')
  writeFileSync(file, text)
  return file
}

function read(text: string) {
  const cassette = readCassette(written(text))
  if ('problem' in cassette) throw new Error(cassette.problem)
  return cassette
}

const gzipped = gzipSync('{"id":"msg_1"}').toString('base64')

test('vcrpy YAML: header lists and string or binary bodies are read', () => {
  const { recorder, entries } = read(`interactions:
- request:
    body: '{"model": "m", "max_tokens": 8}'
    headers:
      accept-encoding: &id001
      - gzip, deflate
      content-type:
      - application/json
      x-other: *id001
    method: POST
    uri: https://gw.example/v1/messages
  response:
    body:
      string: !!binary |
        ${gzipped}
    headers:
      Content-Encoding:
      - gzip
      Content-Type:
      - application/json
    status:
      code: 200
      message: OK
- request:
    body: null
    headers: {}
    method: GET
    uri: https://gw.example/v1/usage
  response:
    content: "{\\"a\\": 1}"
    headers: {}
    http_version: HTTP/1.1
    status_code: 200
version: 1
`)
  expect(recorder).toBe('vcrpy')
  expect(entries[0]).toEqual({
    request: {
      method: 'POST',
      url: 'https://gw.example/v1/messages',
      headers: [
        { name: 'accept-encoding', value: 'gzip, deflate' },
        { name: 'content-type', value: 'application/json' },
        { name: 'x-other', value: 'gzip, deflate' },
      ],
      postData: { text: '{"model": "m", "max_tokens": 8}' },
    },
    response: {
      status: 200,
      headers: [
        { name: 'Content-Encoding', value: 'gzip' },
        { name: 'Content-Type', value: 'application/json' },
      ],
      content: { text: gzipped, encoding: 'base64' },
    },
  })
  expect(entries[1]).toMatchObject({ response: { status: 200, content: { text: '{"a": 1}' } } })
  expect(entries[1]?.['request']).not.toHaveProperty('postData')
})

test('vcrpy JSON and bodies parsed by a serializer are read', () => {
  const request = { method: 'POST', uri: 'https://gw.example/v1/messages', body: '{}', headers: {} }
  const response = { status: { code: 400, message: 'Bad' }, headers: {}, body: { base64_string: 'e30=' } }
  const { recorder, entries } = read(JSON.stringify({ version: 1, interactions: [{ request, response }] }, null, 4))
  expect([recorder, entries[0]]).toMatchObject(['vcrpy', { response: { status: 400, content: { text: '{}' } } }])
  const parsed = read(`interactions:
- request:
    headers: {content-type: [application/json]}
    method: POST
    parsed_body: {max_tokens: 8}
    uri: https://gw.example/v1/messages
  response:
    headers: {content-type: [application/json]}
    parsed_body: {id: msg_1}
    status: {code: 200, message: OK}
version: 1
`)
  expect(parsed.entries[0]).toMatchObject({
    request: { postData: { text: '{"max_tokens":8}' } },
    response: { content: { text: '{"id":"msg_1"}' } },
  })
})

test('VCR YAML: base64_string, !binary and the recording time are read', () => {
  const { recorder, entries } = read(`---
http_interactions:
- request:
    method: post
    uri: https://gw.example/v1/messages
    body:
      encoding: UTF-8
      string: '{"model":"m"}'
    headers:
      Content-Type:
      - application/json
  response:
    status:
      code: 200
      message: OK
    headers:
      Content-Encoding:
      - gzip
    body:
      encoding: ASCII-8BIT
      base64_string: |
        ${gzipped}
    http_version:
  recorded_at: Tue, 01 Nov 2022 04:58:44 GMT
- request:
    method: get
    uri: https://gw.example/v1/usage
    body:
      encoding: US-ASCII
      string: ''
    headers: {}
  response:
    status: {code: 200, message: OK}
    headers: {}
    body:
      encoding: ASCII-8BIT
      string: !binary |-
        /wA=
  recorded_at: Tue, 01 Nov 2022 04:58:45 GMT
recorded_with: VCR 6.1.0
`)
  expect(recorder).toBe('VCR')
  expect(entries[0]).toMatchObject({
    _recordedAt: 'Tue, 01 Nov 2022 04:58:44 GMT',
    request: { method: 'POST', postData: { text: '{"model":"m"}' } },
    response: { content: { text: gzipped, encoding: 'base64' } },
  })
  expect(entries[1]).toMatchObject({ response: { content: { text: '/wA=', encoding: 'base64' } } })
})

test('the recording time is not used as the start of a request', () => {
  const request = { method: 'get', uri: 'https://gw.example/v1/usage', headers: {}, body: { string: '' } }
  const interaction = { request, response: { status: { code: 200 } }, recorded_at: '2020-01-02T03:04:05' }
  const { entries } = read(JSON.stringify({ http_interactions: [interaction] }))
  expect(entries[0]).not.toHaveProperty('startedDateTime')
})

test('go-vcr YAML: the duration is read, and there are no start times', () => {
  const { recorder, entries } = read(`---
version: 2
interactions:
    - id: 0
      request:
        proto: HTTP/1.1
        proto_major: 1
        proto_minor: 1
        content_length: 13
        transfer_encoding: []
        trailer: {}
        host: gw.example
        remote_addr: ""
        request_uri: ""
        body: '{"model":"m"}'
        form: {}
        headers:
            Content-Type:
                - application/json
        url: https://gw.example/v1/messages
        method: POST
      response:
        proto: HTTP/2.0
        proto_major: 2
        proto_minor: 0
        transfer_encoding: []
        trailer: {}
        content_length: -1
        uncompressed: true
        body: '{"id":"msg_1"}'
        headers:
            Content-Type:
                - application/json
        status: 200 OK
        code: 200
        duration: 1m2.5s
`)
  expect([recorder, entries]).toMatchObject([
    'go-vcr',
    [{ time: 62_500, request: { method: 'POST' }, response: { status: 200, content: { text: '{"id":"msg_1"}' } } }],
  ])
  expect(entries[0]).not.toHaveProperty('startedDateTime')
})

test('betamax JSON: times are UTC, and Latin-1 text is decoded as UTF-8', () => {
  const body = { encoding: 'ISO-8859-1', string: Buffer.from('data: "é"\n\n').toString('latin1') }
  const interaction = {
    request: {
      body: { encoding: 'utf-8', string: '{}' },
      headers: {},
      method: 'POST',
      uri: 'https://gw.example/v1/messages',
    },
    response: {
      body,
      headers: { Date: ['x'] },
      status: { code: 200, message: 'OK' },
      url: 'https://gw.example/v1/messages',
    },
    recorded_at: '2020-01-02T03:04:05',
  }
  const { recorder, entries } = read(
    JSON.stringify({ http_interactions: [interaction], recorded_with: 'betamax/0.8.1' }),
  )
  expect(recorder).toBe('betamax')
  expect(entries[0]).toMatchObject({
    _recordedAt: '2020-01-02T03:04:05Z',
    response: { content: { text: 'data: "é"\n\n' } },
  })
})

test('nock: parsed JSON and hexadecimal bodies are read, and the default port is removed', () => {
  const hex = gzipSync('{"id":"msg_1"}').toString('hex')
  const definition = {
    scope: 'https://gw.example:443',
    method: 'POST',
    path: '/v1/messages',
    body: { model: 'm' },
    status: 200,
  }
  const { recorder, entries } = read(
    JSON.stringify([
      {
        ...definition,
        response: { id: 'msg_1' },
        rawHeaders: ['Content-Type', 'application/json'],
        responseIsBinary: false,
      },
      { ...definition, response: [hex.slice(0, 20), hex.slice(20)], rawHeaders: { 'content-encoding': 'gzip' } },
    ]),
  )
  expect(recorder).toBe('nock')
  expect(entries).toMatchObject([
    {
      request: { url: 'https://gw.example/v1/messages', postData: { text: '{"model":"m"}' } },
      response: { headers: [{ name: 'Content-Type', value: 'application/json' }], content: { text: '{"id":"msg_1"}' } },
    },
    { response: { content: { text: gzipped, encoding: 'base64' } } },
  ])
})

test('an empty cassette of version 2 is one of go-vcr', () => {
  expect(read('---\nversion: 2\ninteractions: []\n')).toEqual({ recorder: 'go-vcr', entries: [] })
  expect(read('interactions: []\nversion: 1\n')).toEqual({ recorder: 'vcrpy', entries: [] })
})

test('a list of other things than requests and responses is no cassette', () => {
  const file = join(folder, 'calls.yaml')
  writeFileSync(file, 'version: 1\ninteractions:\n- call_sample: {json: {}}\n  reply_sample: {json: {}}\n')
  expect(readCassette(file)).toHaveProperty('problem', expect.stringContaining('is not a cassette of vcrpy'))
})

test('malformed interactions are entries without facts', () => {
  expect(read('interactions: [1, null, {request: 7, response: []}]\n').entries).toHaveLength(3)
  expect(read('{"http_interactions":[[],{"request":{"headers":[1],"body":[2]}}]}').entries).toHaveLength(2)
})
