import type { Ask } from '../ask.ts'
import { errorReply } from '../errors/index.ts'
import { json, type Reply } from '../reply.ts'
import type { ServerState } from '../state.ts'
import { charge } from '../tokens.ts'
import { imageObjects } from './image-objects.ts'
import { type Sides, sidesOf } from './sizes.ts'
import { type Source, sourcesOf } from './sources.ts'
import { imageUsage } from './usage.ts'
import { type Wish, wishOf } from './wish.ts'

/** Endpoint 1. */
export function answerGenerate(ask: Ask, state: ServerState): Reply {
  const wish = wishOf(ask)
  return refusal(ask, wish, ['image-model-1', 'image-model-2']) ?? made(ask, state, wish, [])
}

/** Endpoint 2. */
export function answerEdit(ask: Ask, state: ServerState): Reply {
  const wish = wishOf(ask)
  return refusal(ask, wish, ['image-model-1', 'image-model-multi']) ?? made(ask, state, wish, sourcesOf(ask))
}

/** Endpoint 3. */
export function answerVariation(ask: Ask, state: ServerState): Reply {
  const wish = wishOf(ask)
  return refusal(ask, wish, ['image-model-1']) ?? made(ask, state, wish, sourcesOf(ask))
}

/** Section 8, by model. Characters are code points here (readings.md G6). */
const promptLimits: Readonly<Record<string, number>> = {
  'image-model-1': 1000,
  'image-model-2': 4000,
  'image-model-multi': 32000,
}

/** Refuses what the schemas leave open: models that are not ours, and prompts too long in other scripts than ASCII. */
function refusal({ validation }: Ask, wish: Wish, models: readonly string[]): Reply | undefined {
  const isSettled = (pointer: string): boolean =>
    validation.violations.some((violation) => violation.pointer === pointer)
  if (!models.includes(wish.model) && !isSettled('/body/model')) {
    return errorReply('images', 'no-model', `There is no such model here; this endpoint has ${models.join(' and ')}.`)
  }
  const limit = promptLimits[wish.model] ?? Number.POSITIVE_INFINITY
  if (isSettled('/body/prompt') || wish.prompt.length <= limit || [...wish.prompt].length <= limit) return undefined
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
  return json(200, wish.isMulti ? { created, data, usage } : { created, data })
}

function sidesOfSource({ width, height }: Source): Sides {
  return [width, height]
}
