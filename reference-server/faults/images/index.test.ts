import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { startReferenceServer } from '../../index.ts'
import { overlookingImages } from './index.ts'

const conforming = await startReferenceServer()
afterAll(() => conforming.close())

const image = (width: number, height: number, alpha: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 9, g: 99, b: 199, alpha } } })
const clear = await image(64, 64, 0).png().toBuffer()
const opaque = await image(64, 64, 1).removeAlpha().png().toBuffer()
const oblong = await image(64, 32, 0).png().toBuffer()
const jpeg = await image(64, 64, 1).jpeg().toBuffer()
const words = Buffer.from('no image')
const damaged = clear.subarray(0, clear.length - 20)
const padded = (length: number): Uint8Array => Buffer.concat([clear, Buffer.alloc(length - clear.length)])

const prompt = 'a kite'
const large = { prompt, model: 'image-model-2' }
const small = { image: clear, prompt, model: 'image-model-1' }
const masked = { ...small, mask: clear }
const multi = { image: clear, prompt, model: 'image-model-multi', quality: 'low' }

const formType = 'multipart/form-data; boundary=no-part-begins-here'

type Body = Record<string, unknown> | string
type Parts = Record<string, string | Uint8Array | readonly Uint8Array[]>

/** Requests that each violate exactly one requirement. */
const generate: Readonly<Record<string, Body>> = {
  'body-type': '7',
  'malformed-json': '{"prompt":',
  'model-2-n': { ...large, n: 2 },
  'model-2-prompt-beyond': { ...large, prompt: 'x'.repeat(4001) },
  'model-2-size': { ...large, size: '256x256' },
  'model-multi': { prompt, model: 'image-model-multi' },
  'model-type': { prompt, model: {} },
  'model-unknown': { prompt, model: 'no-such-model' },
  'n-below': { prompt, n: 0 },
  'n-beyond': { prompt, n: 11 },
  'n-type': { prompt, n: {} },
  'prompt-beyond': { prompt: 'x'.repeat(1001) },
  'prompt-missing': {},
  'prompt-type': { prompt: {} },
  'quality-of-model-2': { prompt, quality: 'hd' },
  'quality-type': { prompt, quality: {} },
  'quality-unlisted': { prompt, quality: 'no-such-value' },
  'response-format-type': { prompt, response_format: {} },
  'response-format-unlisted': { prompt, response_format: 'no-such-value' },
  'size-of-model-2': { prompt, size: '1792x1024' },
  'size-type': { prompt, size: {} },
  'size-unlisted': { prompt, size: 'no-such-value' },
  'style-of-model-2': { prompt, style: 'natural' },
  'style-type': { prompt, style: {} },
  'style-unlisted': { prompt, style: 'no-such-value' },
  'user-type': { prompt, user: {} },
}

const edit: Readonly<Record<string, Parts>> = {
  'image-beyond': { ...small, image: padded(4_194_304) },
  'image-damaged': { ...small, image: damaged },
  'image-kind': { ...small, image: words },
  'image-missing': { prompt, model: 'image-model-1' },
  'image-not-png': { ...small, image: jpeg },
  'image-not-square': { ...small, image: oblong },
  'image-without-transparency': { ...small, image: opaque },
  'mask-beyond': { ...masked, mask: padded(4_194_304) },
  'mask-damaged': { ...masked, mask: damaged },
  'mask-kind': { ...masked, mask: words },
  'mask-size': { ...masked, mask: oblong },
  'model-1-quality': { ...small, quality: 'high' },
  'model-1-size': { ...small, size: 'auto' },
  'model-1-two-images': { prompt, model: 'image-model-1', 'image[]': [clear, clear] },
  'model-2': { ...small, model: 'image-model-2' },
  'model-multi-image-beyond': { ...multi, image: padded(26_214_400) },
  'model-multi-prompt-beyond': { ...multi, prompt: 'x'.repeat(32_001) },
  'model-multi-size': { ...multi, size: '256x256' },
  'model-unknown': { ...small, model: 'no-such-model' },
  'n-below': { ...small, n: '0' },
  'n-beyond': { ...small, n: '11' },
  'n-type': { ...small, n: 'no-such-value' },
  'prompt-beyond': { ...small, prompt: 'x'.repeat(1001) },
  'prompt-missing': { image: clear, model: 'image-model-1' },
  'quality-unlisted': { ...small, quality: 'no-such-value' },
  'response-format-unlisted': { ...small, response_format: 'no-such-value' },
  'size-unlisted': { ...small, size: 'no-such-value' },
}

const variation: Readonly<Record<string, Parts>> = {
  'image-beyond': { image: padded(4_194_304) },
  'image-damaged': { image: damaged },
  'image-kind': { image: words },
  'image-missing': { n: '1' },
  'image-not-png': { image: jpeg },
  'image-not-square': { image: oblong },
  'n-below': { image: clear, n: '0' },
  'n-beyond': { image: clear, n: '11' },
  'n-type': { image: clear, n: 'no-such-value' },
  'response-format-unlisted': { image: clear, response_format: 'no-such-value' },
  'size-of-model-2': { image: clear, size: '1792x1024' },
  'size-unlisted': { image: clear, size: 'no-such-value' },
}

const credentials: Readonly<Record<string, string | undefined>> = {
  'missing-credential': undefined,
  'invalid-credential': 'Bearer nobody',
  'not-bearer': 'Basic c29tZW9uZTpzb21ldGhpbmc=',
}

test.each(
  overlookingImages.map(({ id }) => id),
)('%s accepts its invalid request, and other faults do not', async (fault) => {
  const [, endpoint, what] = /^overlook:images\.(\w+)-(.*)-rejected$/.exec(fault) ?? []
  expect(await statusFrom(conforming.url, endpoint!, what!)).toBeOneOf([400, 401])
  expect(await statusWith([fault], endpoint!, what!)).toBe(200)
  const others = overlookingImages.map(({ id }) => id).filter((id) => id !== fault)
  expect(await statusWith(others, endpoint!, what!)).toBeOneOf([400, 401])
})

async function statusWith(faults: readonly string[], endpoint: string, what: string): Promise<number> {
  const server = await startReferenceServer({ faults })
  try {
    return await statusFrom(server.url, endpoint, what)
  } finally {
    await server.close()
  }
}

async function statusFrom(url: string, endpoint: string, what: string): Promise<number> {
  const authorization = what in credentials ? credentials[what] : 'Bearer test-key'
  const { path, type, body } = requestFor(endpoint, what)
  const headers = new Headers(Object.entries(type))
  if (authorization !== undefined) headers.set('authorization', authorization)
  return (await fetch(url + path, { method: 'POST', headers, body })).status
}

function requestFor(endpoint: string, what: string) {
  if (endpoint === 'generate') {
    const body = generate[what] ?? { prompt }
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return { path: '/v1/images/generations', type: { 'content-type': 'application/json' }, body: text }
  }
  const isEdit = endpoint === 'edit'
  const path = isEdit ? '/v1/images/edits' : '/v1/images/variations'
  if (what === 'malformed-form') return { path, type: { 'content-type': formType }, body: 'no part begins' }
  const parts = (isEdit ? edit : variation)[what] ?? (isEdit ? small : { image: clear })
  return { path, type: {}, body: formOf(parts) }
}

function formOf(parts: Parts): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'string') form.append(name, value)
    else for (const bytes of [value].flat()) form.append(name, new Blob([new Uint8Array(bytes as Uint8Array)]), 'file')
  }
  return form
}
