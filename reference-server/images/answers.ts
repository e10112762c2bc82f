import { membersOf } from '../../schemas/json.ts'
import { errorReply } from '../errors.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import { jsonReply, type Reply } from '../reply.ts'
import type { ServerState } from '../state.ts'
import { charge } from '../tokens.ts'
import { type ImageParameters, parametersOf } from './image-parameters.ts'
import { pictureSeed, type Sides, sidesOf } from './picture.ts'
import { pngOf } from './pictures.ts'

/** The reply of section 2.4. */
export interface ImagesReply {
  /** Seconds since 1970. */
  readonly created: number
  readonly data: readonly ImageObject[]
  readonly usage?: ImageUsage
}

export function answerGenerate(request: IncomingRequest, state: ServerState): Reply {
  const parameters = parametersOf(request)
  return trouble(request, parameters) ?? made(request, state, parameters, [])
}

export function answerEdit(request: IncomingRequest, state: ServerState): Reply {
  const parameters = parametersOf(request)
  return trouble(request, parameters) ?? made(request, state, parameters, sourcesOf(request))
}

/**
 * Answers a request for variations. Other models than image-model-1 are unspecified; this server rejects them
 * (interpretation I8).
 */
export function answerVariation(request: IncomingRequest, state: ServerState): Reply {
  const parameters = parametersOf(request)
  if (parameters.model === 'image-model-1')
    return trouble(request, parameters) ?? made(request, state, parameters, sourcesOf(request))
  return errorReply('images', 'no-model', 'Only image-model-1 supports variations.')
}

/** The maximum length of a prompt in characters by model (section 8). */
const promptLimits: Readonly<Record<string, number>> = {
  'image-model-1': 1000,
  'image-model-2': 4000,
  'image-model-multi': 32000,
}

/** Rejects what the limits of section 8 forbid and the schemas leave open, because other servers may accept it. */
function trouble(request: IncomingRequest, { prompt, model }: ImageParameters): Reply | undefined {
  return promptTrouble(request, prompt, model) ?? countTrouble(request, model)
}

/**
 * Checks the length of prompts in any script, and counts code points. The schemas only judge ASCII (interpretations G6,
 * G13).
 */
function promptTrouble({ validation }: IncomingRequest, prompt: string, model: string): Reply | undefined {
  const limit = promptLimits[model]
  const isJudged = validation.violations.some(({ pointer }) => pointer === '/body/prompt')
  if (limit === undefined || isJudged || prompt.length <= limit || [...prompt].length <= limit) return undefined
  return rejection('prompt', `prompt is longer than ${limit} characters.`)
}

/** Checks an `n` that is a text: every one in a form that is not written as an integer. */
function countTrouble({ value, validation }: IncomingRequest, model: string): Reply | undefined {
  const { n } = membersOf(value.body)
  const isJudged = validation.violations.some(({ pointer }) => pointer === '/body/n')
  if (typeof n !== 'string' || n.trim() === '' || n === 'null' || isJudged) return undefined
  const most = model === 'image-model-2' ? 1 : 10
  const count = Number(n)
  return Number.isInteger(count) && count >= 1 && count <= most
    ? undefined
    : rejection('n', `n is not an integer from 1 to ${most}.`)
}

function rejection(place: string, description: string): Reply {
  return errorReply('images', 'invalid', { message: description, places: [{ place, description }] })
}

function made(
  request: IncomingRequest,
  state: ServerState,
  parameters: ImageParameters,
  sources: readonly Source[],
): Reply {
  const sides = sidesOf(parameters.size, sources[0])
  const usage = imageUsage(
    parameters,
    sides,
    sources.map(({ width, height }): Sides => [width, height]),
  )
  charge(request.token, usage.total_tokens)
  const data = imageObjects(
    parameters,
    sides,
    sources.map(({ digest }) => digest),
    request,
    state,
  )
  const created = Math.floor(request.now / 1000)
  const reply: ImagesReply = parameters.isMulti ? { created, data, usage } : { created, data }
  return jsonReply(200, reply)
}

/** A source of a picture: an uploaded image or mask. */
interface Source {
  readonly digest: string
  readonly width: number
  readonly height: number
}

/** Returns the images and the mask of a form, in this order. */
function sourcesOf({ value }: IncomingRequest): Source[] {
  const { image, mask } = (value.body ?? {}) as Record<string, unknown>
  return [image, mask].flat().filter(isSource)
}

function isSource(value: unknown): value is Source {
  return typeof value === 'object' && value !== null && 'digest' in value
}

/** `usage` of section 2.4. */
interface ImageUsage {
  readonly total_tokens: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly input_tokens_details: { readonly text_tokens: number; readonly image_tokens: number }
}

/** The tokens for each 512 by 512 pixels of an output picture. */
const tokensPerTile: Readonly<Record<string, number>> = { low: 64, medium: 256, high: 1024 }

/** Returns the cost of an edit: its prompt, its source images by area, and its pictures by area and quality. */
function imageUsage(parameters: ImageParameters, [width, height]: Sides, sources: readonly Sides[]): ImageUsage {
  const text_tokens = Math.max(1, Math.ceil(parameters.prompt.length / 4))
  const image_tokens = sources.reduce((sum, [w, h]) => sum + 64 * tiles(w, h), 0)
  const output_tokens = parameters.n * tiles(width, height) * (tokensPerTile[parameters.quality] ?? 256)
  const input_tokens = text_tokens + image_tokens
  return {
    total_tokens: input_tokens + output_tokens,
    input_tokens,
    output_tokens,
    input_tokens_details: { text_tokens, image_tokens },
  }
}

function tiles(width: number, height: number): number {
  return Math.ceil(width / 512) * Math.ceil(height / 512)
}

/** One entry of `data` (section 2.4). */
interface ImageObject {
  readonly url?: string
  readonly b64_json?: string
  readonly revised_prompt?: string
}

/**
 * Draws the requested pictures. `from` contains everything else that makes pictures different, such as the source
 * images.
 */
function imageObjects(
  parameters: ImageParameters,
  [width, height]: Sides,
  from: readonly unknown[],
  request: IncomingRequest,
  { pictures }: ServerState,
): ImageObject[] {
  const words = [request.endpoint, parameters.model, parameters.prompt, parameters.quality, ...from]
  return Array.from({ length: parameters.n }, (_, index) => {
    const picture = { seed: pictureSeed(words, index), width, height }
    const image = parameters.inBase64
      ? { b64_json: Buffer.from(pngOf(picture)).toString('base64') }
      : { url: pictures.issue(picture, request.base(), request.now) }
    return { ...image, ...revision(parameters.prompt) }
  })
}

/** Returns the revised prompt, if it differs. The only revision of this server is to trim white space. */
function revision(prompt: string): Pick<ImageObject, 'revised_prompt'> {
  const revised = prompt.trim()
  return revised === prompt || revised === '' ? {} : { revised_prompt: revised }
}
