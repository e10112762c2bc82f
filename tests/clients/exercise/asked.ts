/** What every client is asked, and what must come of it. */
import assert from 'node:assert/strict'
import { imageSize } from 'image-size'
import sharp from 'sharp'

export const key = 'test-key'
/** Names as users have them: some clients decide by the name what they send. */
export const models = { content: 'gemini-2.5-flash', messages: 'claude-sonnet-4-5' }
export const prompt = 'Please name a calm colour'

/** What the one tool takes. Bounds and lists of values are left out by some clients on the way. */
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

/** The server's model takes the words of its answer from the prompt. */
export function assertAnswers(text: unknown): void {
  assert.equal(typeof text, 'string')
  assert.match(text as string, /calm colour/)
}

/** Without this, nothing would show that the pieces came one by one. */
export function assertSame(pieces: readonly string[], whole: string): void {
  assert.ok(pieces.length > 1, `there are several pieces, not ${pieces.length}`)
  assert.equal(pieces.join(''), whole)
}

export function assertWeather(value: unknown): void {
  const { city, days } = Object(value) as Readonly<Record<string, unknown>>
  assert.ok(typeof city === 'string' && city !== '', `city is a text: ${city}`)
  assert.ok(Number.isInteger(days), `days is a whole number: ${days}`)
}

/** An image in the prompt costs tokens beyond those of its words. */
export function assertCounted(withImage: unknown, without: unknown): void {
  assert.equal(typeof without, 'number')
  assert.ok((withImage as number) > (without as number) + 100, `${withImage} tokens with an image, ${without} without`)
}

export function assertSizes(images: readonly Uint8Array[], count: number, side: number): void {
  const sizes = images.map((bytes) => imageSize(bytes)).map(({ width, height }) => `${width}x${height}`)
  assert.deepEqual(sizes, Array(count).fill(`${side}x${side}`))
}

/** A square PNG, transparent, as `image-model-1` wants it. */
export function picture(): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } } })
    .png()
    .toBuffer()
}

/** The bytes of images that came as base64 or as addresses. */
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

/** What a promise is rejected with. */
export async function rejection(sent: PromiseLike<unknown>): Promise<Readonly<Record<string, unknown>>> {
  try {
    await sent
  } catch (error) {
    return error as Readonly<Record<string, unknown>>
  }
  return assert.fail('the client reports no error')
}
