import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exchangeWith, responseWith } from '../../../../core/model/exchange.fixture.ts'
import type { Exchange, HeaderLine } from '../../../../core/model/exchange.ts'
import type { RequestValue } from '../../../../core/model/operation.ts'
import { startJudge } from '../../../../engine/judge/judge.ts'
import { fileIn } from '../file-facts.ts'
import suite from '../index.ts'
import { uploads } from '../uploads.ts'

const square = readFileSync(new URL('../../../../../fixtures/images/square.png', import.meta.url)).toString('base64')
const text = Buffer.from('no image at all').toString('base64')
const image = [fileIn('image', uploads.square)]
const generate = (body: object) => ['images.generate', { body: { prompt: 'a kite', ...body } }] as const
const edit = (body: object) => ['images.edit', { body: { prompt: 'a kite', image, ...body } }] as const
const variation = (body: object) => ['images.variation', { body: { image, ...body } }] as const
const multi = { model: 'image-model-multi', quality: 'low' }
const url = 'https://pictures.example/1'
const counts = {
  total_tokens: 30,
  input_tokens: 20,
  output_tokens: 10,
  input_tokens_details: { text_tokens: 5, image_tokens: 15 },
}

type Asked = readonly [operation: string, value: RequestValue]

/** Returns the requirements that fail if these requests get these responses. */
function failing(
  [id, value]: Asked,
  reply: unknown,
  headers: readonly HeaderLine[] = [['Content-Type', 'application/json; charset=utf-8']],
) {
  const judge = startJudge(suite)
  const operation = suite.operations.find((one) => one.id === id)
  judge.see(answered(operation!.write(value), typeof reply === 'string' ? reply : JSON.stringify(reply), headers))
  return judge
    .conclude()
    .filter(({ verdict, requirement }) => verdict === 'fail' && requirement.level !== 'unspecified')
    .map(({ requirement }) => requirement.id)
}

function answered(request: Exchange['request'], body: string, headers: readonly HeaderLine[]): Exchange {
  return exchangeWith({ request, response: responseWith(body, { status: 201, headers }) })
}

const reply = (...data: object[]) => ({ created: 1700000000, data })

test.each<[string, Asked, unknown]>([
  ['the unused image member is null', generate({}), reply({ url, b64_json: null, revised_prompt: null })],
  ['usage is null', generate({}), { ...reply({ url }), usage: null }],
  ['a response has unlisted members', generate({}), { ...reply({ url, seed: 7 }), model: 'x', background: 'opaque' }],
  ['created is written as 1.7e9', generate({}), '{"created": 1.7e9, "data": [{"url": "https://pictures.example/1"}]}'],
  [
    'optional members of the request are null',
    generate({ n: null, size: null, response_format: null, style: null }),
    reply({ url }),
  ],
  [
    'an image has the requested size',
    generate({ size: '256x256', response_format: 'b64_json' }),
    reply({ b64_json: square }),
  ],
  ['an edit request has no size', edit({ response_format: 'b64_json' }), reply({ b64_json: square })],
  [
    'the size is auto',
    edit({ ...multi, size: 'auto', response_format: 'b64_json' }),
    { ...reply({ b64_json: square }), usage: counts },
  ],
  [
    'an image has an unsupported format',
    variation({ response_format: 'b64_json' }),
    reply({ b64_json: Buffer.from('GIF89a...').toString('base64') }),
  ],
  ['usage has additional members', edit(multi), { ...reply({ url }), usage: { ...counts, output_tokens_details: {} } }],
  ['the request has an unlisted member', generate({ stream: true }), 'data: {}'],
  [
    'the request names an unlisted model',
    generate({ model: 'another' }),
    { ...reply({ b64_json: 'x' }, {}), usage: {} },
  ],
  [
    'the request leaves out the quality',
    edit({ model: 'image-model-multi' }),
    { ...reply({ b64_json: square }), usage: counts },
  ],
])('no requirement fails if %s', (_, asked, given) => {
  expect(failing(asked, given)).toEqual([])
})

test.each<[string, Asked, unknown, string[]]>([
  ['reply-created', generate({}), { ...reply({ url }), created: '1700000000' }, ['images.reply-created']],
  ['reply-created, missing', generate({}), { data: [{ url }] }, ['images.reply-created']],
  ['reply-url', generate({}), reply({ url: 7 }), ['images.reply-url']],
  ['reply-revised-prompt', generate({}), reply({ url, revised_prompt: 7 }), ['images.reply-revised-prompt']],
  ['reply-parses', generate({}), '<html>', ['images.reply-parses']],
  ['reply-parses, with a model that requires usage', edit(multi), '<html>', ['images.reply-parses']],
  ['reply-object, with a model that requires usage', edit(multi), [], ['images.reply-object']],
  [
    'reply-data, with an error body in a 2xx response',
    edit(multi),
    { error: { message: 'no' } },
    ['images.reply-data'],
  ],
  ['reply-image-object', generate({}), { created: 1, data: ['picture'] }, ['images.reply-image-object']],
  [
    'b64-json-standard-base64',
    generate({ response_format: 'b64_json', size: '256x256' }),
    reply({ b64_json: square.replaceAll('+', '-').replaceAll('/', '_') }),
    ['images.b64-json-standard-base64'],
  ],
  [
    'usage-not-negative',
    edit(multi),
    { ...reply({ url }), usage: { ...counts, output_tokens: -1, total_tokens: 19 } },
    ['images.usage-not-negative'],
  ],
  ['url-given-by-default', generate({}), reply({ b64_json: null }), ['images.url-given-by-default']],
  ['url-given-when-asked', edit({ response_format: 'url' }), reply({}), ['images.url-given-when-asked']],
  ['variation-url-given-by-default', variation({}), reply({}), ['images.variation-url-given-by-default']],
  [
    'b64-json-given-when-asked',
    generate({ response_format: 'b64_json' }),
    reply({}),
    ['images.b64-json-given-when-asked'],
  ],
  [
    'other-carrier-absent',
    generate({ response_format: 'url' }),
    reply({ url, b64_json: square }),
    ['images.other-carrier-absent', 'images.pixels-as-asked'],
  ],
  ['count-as-asked', generate({ n: 2 }), reply({ url }), ['images.count-as-asked']],
  ['count-as-asked, none', generate({}), reply(), ['images.count-as-asked']],
  ['url-absolute', generate({}), reply({ url: '/files/1.png' }), ['images.url-absolute']],
  [
    'b64-json-valid-base64',
    generate({ response_format: 'b64_json', size: '256x256' }),
    reply({ b64_json: `data:image/png;base64,${square}` }),
    ['images.b64-json-valid-base64'],
  ],
  [
    'b64-json-is-an-image',
    generate({ response_format: 'b64_json' }),
    reply({ b64_json: text }),
    ['images.b64-json-is-an-image'],
  ],
  [
    'pixels-as-asked',
    variation({ size: '512x512', response_format: 'b64_json' }),
    reply({ b64_json: square }),
    ['images.pixels-as-asked'],
  ],
  ['edit-usage-given', edit(multi), reply({ url }), ['images.edit-usage-given']],
  ['edit-model-1-usage-absent', edit({}), { ...reply({ url }), usage: counts }, ['images.edit-model-1-usage-absent']],
  ['generate-usage-absent', generate({}), { ...reply({ url }), usage: counts }, ['images.generate-usage-absent']],
  ['variation-usage-absent', variation({}), { ...reply({ url }), usage: counts }, ['images.variation-usage-absent']],
  [
    'edit-usage-adds-up',
    edit(multi),
    { ...reply({ url }), usage: { ...counts, total_tokens: 31 } },
    ['images.edit-usage-adds-up'],
  ],
  [
    'reply-usage-members',
    edit(multi),
    { ...reply({ url }), usage: { ...counts, total_tokens: '30' } },
    ['images.reply-usage-members'],
  ],
  [
    'reply-usage-complete',
    edit(multi),
    { ...reply({ url }), usage: { ...counts, input_tokens: null } },
    ['images.reply-usage-complete'],
  ],
])('the defect for %s fails exactly the expected requirements', (_, asked, given, ids) => {
  expect(failing(asked, given)).toEqual(ids)
})

test.each([[[]], [[['content-type', 'text/plain']]]] as [
  HeaderLine[],
][])('a successful response with the headers %j is not declared as JSON', (headers) => {
  expect(failing(generate({}), reply({ url }), headers)).toEqual(['images.reply-content-type'])
})
