import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { allResults } from '../../../reports/result.ts'
import { formatsOf } from '../../core/wire/codings.ts'
import { encodeMultipart } from '../../core/wire/multipart.ts'
import { judge, readHar } from './judge.ts'
import {
  asked,
  eventText,
  judgedRecording,
  type RecordedMessage,
  replied,
  streamed,
  usual,
  writeTestHar,
} from './recordings.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'foreign-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fixture = (name: string) => fileURLToPath(new URL(`../../../fixtures/recordings/${name}`, import.meta.url))
let files = 0
const judgedHar = (messages: readonly RecordedMessage[], creator?: string) => {
  files += 1
  return judgedRecording(writeTestHar(join(folder, `${files}.har`), messages, creator))
}
const judgedText = (text: string, kind = 'yaml') => {
  files += 1
  const file = join(folder, `${files}.${kind}`)
  writeFileSync(file, text)
  return judgedRecording(file)
}

describe('recordings in the shape of public projects are judged as their heads say', () => {
  test.each([
    'compressed-requests.yaml',
    'compressed-requests-unpacked.har',
    'copied-cassette.har',
    'http-toolkit-discarded.har',
    'polly-gzip.har',
    'request-in-base64.har',
    'same-time-a.har',
    'same-time-b.har',
    'scrubbed-ids.yaml',
    'stream-as-parsed-events.yaml',
  ])('%s has no failure', async (name) => {
    const { report, failed } = await judgedRecording(fixture(name))
    expect(failed).toEqual([])
    expect(report.summary.verdict).toBe('no-new-failure')
  })

  test.each([
    ['r-vcr.yaml', 'messages.error-code on messages.create'],
    ['429-in-a-200-stream.har', 'content.stream-events on content.stream'],
    ['unlisted-block-type.har', 'messages.block-kind-rejected on messages.create'],
    ['blank-bodies.yaml', 'messages.stream-end on messages.stream'],
  ])('%s fails only %s', async (name, result) =>
    expect((await judgedRecording(fixture(name))).failed).toEqual([result]))

  test('two recordings that begin at the same time are both judged', async () => {
    const report = await judge(['same-time-a.har', 'same-time-b.har'].map((name) => readHar(fixture(name))))
    expect(report.summary.requests).toBe(2)
    expect(allResults(report).filter(({ verdict }) => verdict === 'fail')).toEqual([])
  })

  test('a lost body is not captured, with the bytes that are there; an empty stream says that it is recorded so', async () => {
    const { report, reasons } = await judgedRecording(fixture('blank-bodies.yaml'))
    expect(report.limits.join()).toContain('2 of 4 entries judged, 2 more in part')
    expect(report.limits.join()).toContain('the bodies of 2 responses (0 of 412 bytes)')
    expect(reasons.join()).toContain('response body (0 of 412 bytes)')
    const end = allResults(report).find(({ id, verdict }) => id === 'messages.stream-end' && verdict === 'fail')
    expect(end?.findings[0]?.message).toContain('the recorded body is empty')
  })
})

/** Requests that the gateway serves, streams and rejects, each in a coding. */
const packedBy = (coding: string, pack: (text: string) => object): readonly RecordedMessage[] => {
  const sent = { ...usual.sent, 'Content-Encoding': coding }
  const received = { 'content-type': 'text/event-stream' }
  const error = {
    error: { type: 'invalid_request_error', message: 'max_tokens: at least 1', code: 'invalid_parameter' },
  }
  return [
    { sent, postData: pack(JSON.stringify(asked())) },
    { sent, postData: pack(JSON.stringify(asked({ stream: true }))), received, reply: eventText(streamed('msg_s')) },
    { sent, postData: pack(JSON.stringify(asked({ max_tokens: 0 }))), status: 400, reply: error },
  ]
}
const base64 = (bytes: Uint8Array) => ({ text: Buffer.from(bytes).toString('base64'), encoding: 'base64' })

describe('requests in content codings', () => {
  test.each([
    ['gzip', (text: string) => base64(gzipSync(text))],
    ['X-GZIP', (text: string) => base64(gzipSync(text))],
    ['deflate', (text: string) => base64(deflateSync(text))],
    ['deflate', (text: string) => base64(deflateRawSync(text))],
    ['br', (text: string) => base64(brotliCompressSync(text))],
    ['gzip, br', (text: string) => base64(brotliCompressSync(gzipSync(text)))],
    ['gzip', (text: string) => ({ text: gzipSync(text).toString('latin1') })],
    ['gzip', (text: string) => ({ text })],
    ['zstd', (text: string) => ({ text })],
    ['identity', (text: string) => ({ text })],
  ])('are read: %s', async (coding, pack) => {
    const { report, failed, passed } = await judgedHar(packedBy(coding, pack))
    expect(failed).toEqual([])
    expect(report.limits.join()).toContain('3 of 3 entries judged')
    expect(passed).toEqual(expect.arrayContaining(['messages.stream-order on messages.stream']))
    expect(passed).toContain('messages.plain-request-accepted on messages.create')
  })

  test('that cannot be undone are not captured, by name, and the replies are judged', async () => {
    const bytes = Buffer.from('28b52ffd0400410000', 'hex')
    const { report, failed, passed, reasons } = await judgedHar(packedBy('aes128gcm', () => base64(bytes)))
    expect(failed).toEqual([])
    expect(report.limits.join()).toContain(
      '0 of 3 entries judged, 3 more in part; not captured: the bodies of 3 requests',
    )
    expect(reasons.join()).toContain('request body (aes128gcm)')
    expect(passed).toEqual(
      expect.arrayContaining(['messages.reply-type on messages.create', 'messages.stream-order on messages.stream']),
    )
  })

  test('in zstd are read where Node can, and named where it cannot', async () => {
    const bytes = Buffer.from('28b52ffd0000', 'hex')
    const { failed, reasons } = await judgedHar(packedBy('zstd', () => base64(bytes)))
    expect(failed).toEqual([])
    expect(reasons.join()).toContain(formatsOf('zstd').length > 0 ? '(not valid zstd)' : 'request body (zstd)')
  })

  test('are no violation if the gateway rejects them', async () => {
    const [first] = packedBy('gzip', (text) => base64(gzipSync(text)))
    const error = { error: { type: 'invalid_request_error', message: 'no gzip', code: 'invalid_parameter' } }
    expect((await judgedHar([{}, { ...first!, status: 400, reply: error }])).failed).toEqual([])
  })

  test('are a mixture in one file', async () => {
    const [packed] = packedBy('gzip', (text) => base64(gzipSync(text)))
    const { failed, report } = await judgedHar([{}, packed!, {}])
    expect(failed).toEqual([])
    expect(report.limits.join()).toContain('3 of 3 entries judged')
  })
})

describe('replies', () => {
  test('in a coding that cannot be undone are not captured, by name', async () => {
    const received = { ...usual.received, 'content-encoding': 'aes128gcm' }
    const { failed, reasons, report } = await judgedHar([{}, { received, content: base64(Buffer.from('b5ff', 'hex')) }])
    expect(failed).toEqual([])
    expect(report.limits.join()).toContain('1 of 2 entries judged, 1 more in part')
    expect(reasons.join()).toContain('response body (aes128gcm)')
  })

  test.each([
    ['', 412],
    [JSON.stringify(replied('msg_1')).slice(0, 100), 412],
    [eventText(streamed('msg_1')).slice(0, 200), 5000],
  ])('with fewer bytes than their content-length are not captured', async (text, length) => {
    const type = text.startsWith('event') ? 'text/event-stream' : 'application/json'
    const received = { 'content-type': type, 'Content-Length': String(length) }
    const body = type === 'text/event-stream' ? asked({ stream: true }) : asked()
    const { failed, report } = await judgedHar([{ body, received, content: { text } }, {}])
    expect(failed).toEqual([])
    expect(report.limits.join()).toContain(`the body of 1 response (${text.length} of ${length} bytes)`)
  })

  test.each([
    ['gzip without the header that says so', {}, gzipSync(JSON.stringify(replied('msg_1')))],
    ['not valid gzip', { 'content-encoding': 'gzip' }, gzipSync(JSON.stringify(replied('msg_1'))).subarray(0, 80)],
    ['not valid br', { 'Content-Encoding': 'BR' }, Buffer.from('c3c3c3', 'hex')],
  ])('that are %s are not captured', async (reason, headers, bytes) => {
    const { failed, report } = await judgedHar([
      {},
      { received: { ...usual.received, ...headers }, content: base64(bytes) },
    ])
    expect(failed).toEqual([])
    expect(report.limits.join()).toContain(`the body of 1 response (${reason})`)
  })

  test.each([
    ['br', brotliCompressSync(eventText(streamed('msg_1')))],
    ['gzip, BR', brotliCompressSync(gzipSync(eventText(streamed('msg_1'))))],
    ['deflate', deflateRawSync(eventText(streamed('msg_1')))],
  ])('are decoded, with header names in any case: %s', async (coding, bytes) => {
    const received = { 'CONTENT-TYPE': 'text/event-stream', 'CONTENT-ENCODING': coding }
    const { failed, passed } = await judgedHar([{ body: asked({ stream: true }), received, content: base64(bytes) }])
    expect(failed).toEqual([])
    expect(passed).toContain('messages.stream-order on messages.stream')
  })

  test('that a recorder wrote again without spaces are judged', async () => {
    const received = { ...usual.received, 'content-length': '5000' }
    const { passed } = await judgedHar([{ received }])
    expect(passed).toContain('messages.reply-type on messages.create')
  })

  test.each([
    ['a message', {}, 'messages.reply-type on messages.create'],
    [
      'a stream',
      { body: asked({ stream: true }), reply: eventText(streamed('msg_1')) },
      'messages.stream-order on messages.stream',
    ],
    ['gzip', { content: base64(gzipSync(JSON.stringify(replied('msg_1')))) }, 'messages.reply-type on messages.create'],
  ])('without headers are recognised by their text: %s', async (_, message, result) => {
    const { failed, passed, reasons } = await judgedHar([{ ...message, received: {} }])
    expect(failed).toEqual([])
    expect(passed).toContain(result)
    expect(reasons.join()).toContain('response headers')
  })

  test('without headers that violate something fail it', async () => {
    const { failed } = await judgedHar([{ received: {}, reply: replied('msg_1', { type: 'massage' }) }])
    expect(failed).toContain('messages.reply-type on messages.create')
  })
})

describe('a body that the recording does not have', () => {
  const discarded = 'Body discarded during HAR generation: over the limit of 500000 bytes'
  const received = { ...usual.received, 'content-encoding': 'xz' }
  test.each([
    ['dropped by the recorder', { content: { size: 0, text: null } }],
    [`dropped by the recorder: ${discarded}`, { content: { size: 900_000, comment: discarded } }],
    ['4096 of 13859 bytes', { content: { size: 13_859, text: JSON.stringify(replied('msg_1')).padEnd(4096, 'x') } }],
    ['xz', { received, content: base64(gzipSync(JSON.stringify(replied('msg_1')))) }],
    ['the recorder replaced bytes that are not text', { content: { text: '{"id": "\ufffd' } }],
  ])('has one reason, and nothing is said about its end: %s', async (reason, message) => {
    for (const creator of ['mitmproxy', 'HTTP Toolkit', 'Firefox']) {
      const { report, failed, reasons } = await judgedHar([{}, { body: asked({ top_k: 3 }), ...message }], creator)
      expect(failed).toEqual([])
      expect(report.limits.join()).toContain(`the body of 1 response (${reason})`)
      expect(JSON.stringify(report)).not.toMatch(/incomplete|cut off|ended early|how it ended|how 1 response/)
      for (const one of reasons) expect(one.split(reason)).toHaveLength(2)
    }
  })

  test('leaves the status to judge: a success is not the rejection that an invalid request needs', async () => {
    const content = { size: 900, text: null }
    const { failed } = await judgedHar([{}, { body: asked({ max_tokens: 0 }), content }])
    expect(failed).toEqual(['messages.max-tokens-below-rejected on messages.create'])
  })
})

describe('ids', () => {
  test.each([
    'REDACTED',
    '<ID>',
    'msg_XXXXXXXX',
    'msg_SCRUBBED',
    '00000000-0000-0000-0000-000000000000',
    'msg_redacted',
  ])('that are one placeholder are not captured: %s', async (id) => {
    const { failed, reasons, passed } = await judgedHar([
      { reply: replied(id) },
      { body: asked({ max_tokens: 65 }), reply: replied(id) },
    ])
    expect(failed).toEqual([])
    expect(reasons.join()).toContain(`not captured: ids (replaced by ${id})`)
    expect(passed).toContain('messages.reply-type on messages.create')
  })

  test('that are the same for a message and its tool use are a placeholder', async () => {
    const tools = [{ name: 'get_time', input_schema: { type: 'object' } }]
    const use = { type: 'tool_use', id: 'cafe-1', name: 'get_time', input: {} }
    const reply = replied('cafe-1', { content: [use, use], stop_reason: 'tool_use' })
    expect((await judgedHar([{ body: asked({ tools }), reply }])).failed).toEqual([])
  })

  test('of a target that repeats them still fail', async () => {
    const { failed } = await judgedHar([
      { reply: replied('msg_7f3a') },
      { body: asked({ max_tokens: 65 }), reply: replied('msg_7f3a') },
    ])
    expect(failed).toContain('messages.reply-id-unique on messages.create')
  })
})

describe('a cassette with parsed bodies', () => {
  const cassette = (events: unknown, headers: object = { 'content-type': ['text/event-stream'] }) =>
    JSON.stringify({
      interactions: [
        {
          request: {
            parsed_body: asked({ stream: true }),
            headers: { 'content-type': ['application/json'], 'x-api-key': ['k'], 'provider-version': ['2023-06-01'] },
            method: 'POST',
            uri: 'https://gw.example/v1/messages',
          },
          response: { parsed_body: events, headers, status: { code: 200, message: 'OK' } },
        },
      ],
      version: 1,
    })

  test.each([
    ['payloads', streamed('msg_1'), undefined],
    ['payloads without headers', streamed('msg_1'), {}],
    [
      'events with fields',
      streamed('msg_1').map((data) => ({ event: (data as { type: string }).type, data })),
      undefined,
    ],
    ['texts', streamed('msg_1').map((data) => JSON.stringify(data)), undefined],
  ])('has a stream as %s', async (_, events, headers) => {
    const { failed, passed } = await judgedText(cassette(events, headers), 'json')
    expect(failed).toEqual([])
    expect(passed).toContain('messages.stream-order on messages.stream')
    expect(passed).not.toContain('messages.stream-event-line-agrees on messages.stream')
  })

  test('fails if an event is missing', async () => {
    const { failed } = await judgedText(cassette(streamed('msg_1').slice(0, -1)), 'json')
    expect(failed).toContain('messages.stream-end on messages.stream')
  })
})

describe('forms', () => {
  const sent = { authorization: 'Bearer key-1', 'content-type': 'multipart/form-data; boundary=x' }
  const reply = { created: 1, data: [{ url: 'https://gw.example/a.png' }, { url: 'https://gw.example/b.png' }] }
  const form = { path: '/v1/images/edits', sent, reply }
  const params = (n: string) => [
    ...[
      { name: 'prompt', value: 'a boat' },
      { name: 'model', value: 'image-model-1' },
      { name: 'n', value: n },
    ],
    { name: 'image', fileName: 'a.png', contentType: 'image/png' },
  ]

  test('that were recorded as fields are judged without their files', async () => {
    const { failed, passed, report } = await judgedHar([{ ...form, postData: { params: params('2') } }])
    expect(failed).toEqual([])
    expect(passed).toContain('images.count-as-asked on images.edit')
    expect(report.limits.join()).toContain('0 of 1 entry judged, 1 more in part; not captured: the files of 1 form')
  })

  test('that were recorded as fields fail what the fields show', async () => {
    const { failed } = await judgedHar([{ ...form, postData: { params: params('3') } }])
    expect(failed).toContain('images.count-as-asked on images.edit')
  })

  test('that were recorded as fields and rejected show nothing', async () => {
    const error = { error: { type: 'invalid_request_error', message: 'no', code: 'invalid_parameter' } }
    const { failed } = await judgedHar([{ ...form, status: 400, reply: error, postData: { params: params('2') } }])
    expect(failed).toEqual([])
  })

  test('with image[0] and image[1] are not without an image', async () => {
    const file = { filename: 'a.png', type: 'image/png', bytes: Buffer.from('89504e470d0a1a0a', 'hex') }
    const { contentType, body } = encodeMultipart([
      ...[
        { name: 'prompt', value: 'a boat' },
        { name: 'model', value: 'image-model-1' },
      ],
      ...[
        { ...file, name: 'image[0]' },
        { ...file, name: 'image[1]' },
      ],
    ])
    const { failed } = await judgedHar([
      {
        ...form,
        sent: { ...sent, 'content-type': contentType },
        postData: base64(body),
        reply: { created: 1, data: [reply.data[0]] },
      },
    ])
    expect(failed).toEqual([])
  })
})

describe('a recorder that keeps no requests', () => {
  const item = (reply: object, type: string, headers: object = {}) => ({
    response: {
      auto_calculate_content_length: false,
      method: 'POST',
      url: 'https://gw.example/v1/messages',
      status: 200,
      body: JSON.stringify(reply),
      content_type: type,
      headers,
    },
  })

  test.each([
    ['text/plain', {}],
    ['application/json', {}],
    ['text/plain', { 'Content-Type': 'application/json' }],
  ])('is judged by its responses, and one line says so: %s', async (type, headers) => {
    const { failed, passed, report } = await judgedText(
      stringify({ responses: [item(replied('msg_1'), type, headers)] }),
    )
    expect(failed).toEqual([])
    expect(passed).toContain('messages.reply-type on messages.create')
    expect(report.limits.join()).toContain('the body of 1 request (responses keeps no requests)')
  })

  test('fails what its responses show', async () => {
    const { failed } = await judgedText(
      stringify({ responses: [item(replied('msg_1', { role: 'user' }), 'text/plain')] }),
    )
    expect(failed).toEqual(['messages.reply-role on messages.create'])
  })

  test('that keeps not even the address is named', async () => {
    const text = stringify({ interactions: [{ response: { status: { code: 200 }, body: { string: '{}' } } }] })
    await expect(judgedText(text)).rejects.toThrow(/is a cassette of vcrpy without requests, so nothing shows/)
  })
})

describe('a wrong key', () => {
  const error = { error: { type: 'invalid_request_error', message: 'bad key', code: 'invalid_parameter' } }
  const withKey = (key: string, status: number, members: object = {}): RecordedMessage => ({
    sent: { ...usual.sent, 'x-api-key': key },
    body: asked(members),
    ...(status === 200 ? {} : { status, reply: error }),
  })

  test.each([
    400, 404, 422,
  ])('that was rejected with %i is judged where the request was served with another', async (status) => {
    const { failed } = await judgedHar([withKey('key-1', 200), withKey('key-2', status)])
    expect(failed).toContain('messages.key-invalid-rejected on messages.create')
  })

  test.each([
    ['another request', 400, { max_tokens: 65 }],
    ['a permission', 403, {}],
    ['a payment', 402, {}],
  ])('is not assumed if it may be about %s', async (_, status, members) => {
    const { failed } = await judgedHar([withKey('key-1', 200), withKey('key-2', status, members)])
    expect(failed).not.toContain('messages.key-invalid-rejected on messages.create')
  })

  test.each(['invalid', 'sk-dummy-key'])('is no placeholder where another was served: %s', async (key) => {
    const { failed } = await judgedHar([withKey('key-1', 200), withKey(key, 400)])
    expect(failed).toContain('messages.key-invalid-rejected on messages.create')
  })

  test('is one that was never accepted, whatever the status says, if the user names the valid key', async () => {
    files += 1
    const file = writeTestHar(join(folder, `${files}.har`), [withKey('key-1', 200), withKey('key-2', 403)])
    const wrong = async (key?: string) => {
      const report = await judge(readHar(file, key === undefined ? {} : { key }))
      const results = allResults(report).filter(({ id }) => id === 'messages.key-invalid-rejected')
      return results.find(({ operation }) => operation === 'messages.create')?.verdict
    }
    expect([await wrong(), await wrong('key-1')]).toEqual(['skipped', 'fail'])
  })

  test('is judged whatever the model is called', async () => {
    const model = { model: 'claude-sonnet-4-5' }
    const { failed } = await judgedHar([withKey('key-1', 200, model), withKey('key-2', 400, model)])
    expect(failed).toContain('messages.key-invalid-rejected on messages.create')
  })

  test('is not assumed if the key was accepted elsewhere', async () => {
    const { failed } = await judgedHar([
      withKey('key-1', 200),
      withKey('key-2', 400),
      withKey('key-2', 200, { max_tokens: 9 }),
    ])
    expect(failed).not.toContain('messages.key-invalid-rejected on messages.create')
  })
})
