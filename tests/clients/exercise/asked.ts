/** The input that every client gets, and the checks of its output. */
import assert from 'node:assert/strict'
import { imageSize } from 'image-size'
import sharp from 'sharp'

export const key = 'test-key'
/** Real model names, because some clients choose what to send by the name. */
export const models = { content: 'gemini-2.5-flash', messages: 'claude-sonnet-4-5' }
export const prompt = 'Please name a calm colour'

/** The parameters of the only tool. They have no bounds or enums, because some clients drop those. */
export const weatherSchema = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    days: { type: 'integer' },
  },
  required: ['city', 'days'],
} as const

export const tool = { name: 'get_weather', description: 'The weather of the next days.' }
export const result = 'Mild and clear'

/**
 * Asserts that a text answers the prompt. The model of the reference server takes the words of its answer from the
 * prompt.
 */
export function assertAnswers(text: unknown): void {
  assert.equal(typeof text, 'string')
  assert.match(text as string, /calm colour/)
}

/** Requires several pieces, because a single one would not show that the reply was streamed. */
export function assertSame(pieces: readonly string[], whole: string): void {
  assert.ok(pieces.length > 1, `there are several pieces, not ${pieces.length}`)
  assert.equal(pieces.join(''), whole)
}

export function assertWeather(value: unknown): void {
  const { city, days } = Object(value) as Readonly<Record<string, unknown>>
  assert.ok(typeof city === 'string' && city !== '', `city is a text: ${city}`)
  assert.ok(Number.isInteger(days), `days is a whole number: ${days}`)
}

/** Checks that an image in the prompt adds tokens to those of its words. */
export function assertCounted(withImage: unknown, without: unknown): void {
  assert.equal(typeof without, 'number')
  assert.ok((withImage as number) > (without as number) + 100, `${withImage} tokens with an image, ${without} without`)
}

export function assertSizes(images: readonly Uint8Array[], count: number, side: number): void {
  const sizes = images.map((bytes) => imageSize(bytes)).map(({ width, height }) => `${width}x${height}`)
  assert.deepEqual(sizes, Array(count).fill(`${side}x${side}`))
}

/** Returns a square transparent PNG, which `image-model-1` requires. */
export function picture(): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } } })
    .png()
    .toBuffer()
}

/** Returns the bytes of images in base64 or behind URLs. */
export function bytesOf(images: readonly { b64_json?: string; url?: string }[]): Promise<Uint8Array[]> {
  return Promise.all(
    images.map(async ({ b64_json, url }) => {
      if (b64_json) return Buffer.from(b64_json, 'base64')
      const response = await fetch(url ?? '')
      assert.equal(response.status, 200)
      return new Uint8Array(await response.arrayBuffer())
    }),
  )
}

/** Returns the error that a promise is rejected with. */
export async function rejection(sent: PromiseLike<unknown>): Promise<Readonly<Record<string, unknown>>> {
  try {
    await sent
  } catch (error) {
    return error as Readonly<Record<string, unknown>>
  }
  return assert.fail('the client reports no error')
}
