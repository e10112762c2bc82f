import { errorReply } from '../errors/index.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import { json, type Reply } from '../reply.ts'
import type { ServerState } from '../state.ts'
import { charge } from '../tokens.ts'
import { type ImageObject, imageObjects } from './image-objects.ts'
import { type ImageParameters, parametersOf } from './image-parameters.ts'
import { type Sides, sidesOf } from './sizes.ts'
import { type Source, sourcesOf } from './sources.ts'
import { type ImageUsage, imageUsage } from './usage.ts'

/** The reply of section 2.4. */
export interface ImagesReply {
  /** Seconds since 1970. */
  readonly created: number
  readonly data: readonly ImageObject[]
  readonly usage?: ImageUsage
}

export function answerGenerate(request: IncomingRequest, state: ServerState): Reply {
  const parameters = parametersOf(request)
  return promptTrouble(request, parameters) ?? made(request, state, parameters, [])
}

export function answerEdit(request: IncomingRequest, state: ServerState): Reply {
  const parameters = parametersOf(request)
  return promptTrouble(request, parameters) ?? made(request, state, parameters, sourcesOf(request))
}

/** Other models are unspecified for variations; this server accepts one (interpretation I8). */
export function answerVariation(request: IncomingRequest, state: ServerState): Reply {
  const parameters = parametersOf(request)
  if (parameters.model === 'image-model-1') return made(request, state, parameters, sourcesOf(request))
  return errorReply('images', 'no-model', 'Only image-model-1 makes variations.')
}

/** Section 8, by model. */
const promptLimits: Readonly<Record<string, number>> = {
  'image-model-1': 1000,
  'image-model-2': 4000,
  'image-model-multi': 32000,
}

/** The schemas judge only ASCII (interpretations G6, G13). Here a character of any script is a code point. */
function promptTrouble({ validation }: IncomingRequest, { prompt, model }: ImageParameters): Reply | undefined {
  const limit = promptLimits[model]
  const isJudged = validation.violations.some(({ pointer }) => pointer === '/body/prompt')
  if (limit === undefined || isJudged || prompt.length <= limit || [...prompt].length <= limit) return undefined
  const description = `prompt is longer than ${limit} characters.`
  return errorReply('images', 'invalid', { message: description, places: [{ place: 'prompt', description }] })
}

function made(
  request: IncomingRequest,
  state: ServerState,
  parameters: ImageParameters,
  sources: readonly Source[],
): Reply {
  const sides = sidesOf(parameters.size, sources[0])
  const usage = imageUsage(parameters, sides, sources.map(sidesOfSource))
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
  return json(200, reply)
}

function sidesOfSource({ width, height }: Source): Sides {
  return [width, height]
}
