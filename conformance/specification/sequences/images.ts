import fc from 'fast-check'
import type { RecordedRequest } from '../../core/model/exchange.ts'
import type { Operation } from '../../core/model/operation.ts'
import type { ProbeAnswer } from '../../core/model/plan.ts'
import { type ImageFacts, imageFacts } from '../../core/wire/image-facts.ts'
import { type FileFacts, fileIn } from '../areas/images/file-facts.ts'
import { edit, generate, variation } from '../areas/images/operations.ts'
import { uploads } from '../areas/images/uploads.ts'
import { writeForm } from '../areas/images/wire.ts'
import type { SequenceCommand } from './command.ts'

interface OwnPicture {
  readonly bytes: Uint8Array
  readonly facts: ImageFacts
}

/** The last image from the target that may be edited and varied. */
export interface PictureStory {
  readonly picture: OwnPicture | undefined
}

export const noDrawing: PictureStory = { picture: undefined }

const asked = { n: 1, size: '256x256', response_format: 'b64_json' } as const

function draw(prompt: string): SequenceCommand<PictureStory> {
  return {
    operation: 'images.generate',
    isPossible: () => true,
    requests: () => [generate.write({ body: { prompt, ...asked } })],
    learn,
  }
}

/**
 * Returns a command that edits the target's own image. It needs no transparency, since a mask of the same size marks
 * the area.
 */
function editOwn(prompt: string): SequenceCommand<PictureStory> {
  const mask = fileIn('mask', uploads.mask)
  return {
    operation: 'images.edit',
    isPossible: ({ picture }) => picture !== undefined && isAsLargeAsMask(picture),
    requests: ({ picture }) => withPicture(edit, { prompt, ...asked, mask }, picture),
    learn,
  }
}

/** Varies the target's own image. The request has no other fields, so that only the image can cause a rejection. */
const varyOwn: SequenceCommand<PictureStory> = {
  operation: 'images.variation',
  isPossible: ({ picture }) => picture !== undefined,
  requests: ({ picture }) => withPicture(variation, {}, picture),
  learn,
}

function withPicture(
  operation: Operation,
  fields: Readonly<Record<string, string | number | FileFacts>>,
  picture: OwnPicture | undefined,
): readonly RecordedRequest[] {
  if (picture === undefined) return []
  const file = { name: 'image', filename: 'image.png', type: 'image/png', bytes: picture.bytes }
  return [writeForm(operation.write({}).path, { body: fields }, [file])]
}

/** Keeps the new image, if it may be sent back. */
function learn(before: PictureStory, [answer]: readonly (ProbeAnswer | null)[]): PictureStory {
  const picture = ownPicture(answer?.json)
  return picture !== undefined && mayBeSentBack(picture) ? { picture } : before
}

/**
 * Returns the first picture of a reply in base64 (section 2.4), in any image format. Returns `undefined` if there is
 * none.
 */
function ownPicture(reply: unknown): OwnPicture | undefined {
  const { data } = Object(reply) as { readonly data?: unknown }
  const { b64_json: text } = Object(Object(data)[0]) as { readonly b64_json?: unknown }
  if (typeof text !== 'string') return undefined
  const bytes = Buffer.from(text, 'base64')
  return { bytes, facts: imageFacts(bytes) }
}

/**
 * Returns whether a picture is valid input for a variation, or for an edit with a mask of its size (sections 2.2 and
 * 2.3).
 */
function mayBeSentBack({ facts: { format, square, bytes } }: OwnPicture): boolean {
  return format === 'png' && square && bytes < 4_000_000
}

function isAsLargeAsMask({ facts: { width, height } }: OwnPicture): boolean {
  return width === uploads.mask.facts.width && height === uploads.mask.facts.height
}

/** Harmless prompts, since a rejected prompt would end the sequence. */
const prompts = fc
  .tuple(
    fc.constantFrom('red', 'blue', 'green', 'yellow', 'grey'),
    fc.constantFrom('paper boat', 'kite', 'garden wall', 'lighthouse', 'bicycle', 'teapot'),
  )
  .map(([color, thing]) => `a ${color} ${thing}`)

/** The possible next steps with an image. */
export const drawingCommands: fc.Arbitrary<SequenceCommand<PictureStory>> = fc.oneof(
  { arbitrary: prompts.map(draw), weight: 1 },
  { arbitrary: prompts.map(editOwn), weight: 2 },
  { arbitrary: fc.constant(varyOwn), weight: 2 },
)
