import type { Ask } from '../ask.ts'
import { errorReply } from '../errors/index.ts'
import { json, type Reply } from '../reply.ts'
import type { ServerState } from '../state.ts'
import { charge } from '../tokens.ts'
import { type ImageObject, imageObjects } from './image-objects.ts'
import { type Sides, sidesOf } from './sizes.ts'
import { type Source, sourcesOf } from './sources.ts'
import { type ImageUsage, imageUsage } from './usage.ts'
import { type Wish, wishOf } from './wish.ts'

/** The reply of section 2.4. */
export interface ImagesReply {
  /** Seconds since 1970. */
  readonly created: number
  readonly data: readonly ImageObject[]
  readonly usage?: ImageUsage
}

/** Endpoint 1. */
export function answerGenerate(ask: Ask, state: ServerState): Reply {
  const wish = wishOf(ask)
  return promptTrouble(ask, wish) ?? made(ask, state, wish, [])
}

/** Endpoint 2. */
export function answerEdit(ask: Ask, state: ServerState): Reply {
  const wish = wishOf(ask)
  return promptTrouble(ask, wish) ?? made(ask, state, wish, sourcesOf(ask))
}

/** Endpoint 3. Other models are left open there; this server has one (interpretation I8). */
export function answerVariation(ask: Ask, state: ServerState): Reply {
  const wish = wishOf(ask)
  if (wish.model === 'image-model-1') return made(ask, state, wish, sourcesOf(ask))
  return errorReply('images', 'no-model', 'Only image-model-1 makes variations.')
}

/** Section 8, by model. */
const promptLimits: Readonly<Record<string, number>> = {
  'image-model-1': 1000,
  'image-model-2': 4000,
  'image-model-multi': 32000,
}

/** The schemas judge ASCII only (interpretations G6, G13); here a character of any script is a code point. */
function promptTrouble({ validation }: Ask, { prompt, model }: Wish): Reply | undefined {
  const limit = promptLimits[model]
  const isJudged = validation.violations.some(({ pointer }) => pointer === '/body/prompt')
  if (limit === undefined || isJudged || prompt.length <= limit || [...prompt].length <= limit) return undefined
  const description = `prompt is longer than ${limit} characters.`
  return errorReply('images', 'invalid', { message: description, places: [{ place: 'prompt', description }] })
}

function made(ask: Ask, state: ServerState, wish: Wish, sources: readonly Source[]): Reply {
  const sides = sidesOf(wish.size, sources[0])
  const usage = imageUsage(wish, sides, sources.map(sidesOfSource))
  charge(ask.token, usage.total_tokens)
  const data = imageObjects(
    wish,
    sides,
    sources.map(({ digest }) => digest),
    ask,
    state,
  )
  const created = Math.floor(ask.now / 1000)
  const reply: ImagesReply = wish.isMulti ? { created, data, usage } : { created, data }
  return json(200, reply)
}

function sidesOfSource({ width, height }: Source): Sides {
  return [width, height]
}
