import type { Area } from '../../../core/model/vocabulary.ts'
import { type Habits, startPassThrough } from './pass-through.ts'
import { type Tried, tryGateway } from './try-gateway.ts'

/** A gateway with one fault, or a faithful one with a habit. */
export interface PeculiarGateway {
  readonly id: string
  /** Its peculiarity, after "a gateway that". */
  readonly name: string
  readonly areas: readonly Area[]
  /** The results that fail, as `id@operation`; empty for a faithful gateway. */
  readonly breaks: readonly string[]
  /** Runs the suite with it in the middle, in these areas. */
  readonly try: (areas: readonly Area[]) => Promise<Tried>
}

export const modelAreas: readonly Area[] = ['images', 'content-generation', 'messages']
export const textAreas: readonly Area[] = ['content-generation', 'messages']
export const messagesAreas: readonly Area[] = ['messages']

export const plainTexts = ['content.generate', 'messages.create']
export const ofStreams = ['content.stream', 'messages.stream']
export const ofContent = ['content.generate', 'content.stream']
export const ofMessages = ['messages.create', 'messages.stream']
export const ofTexts = [...ofContent, ...ofMessages]
export const ofPictures = ['images.edit', 'images.generate', 'images.variation']
export const ofEvery = [...plainTexts, ...ofStreams, ...ofPictures]

/** Returns the results of a requirement behind the gateway, as `id@operation`. */
export function on(id: string, operations: readonly string[]): readonly string[] {
  return operations.map((operation) => `upstream.${id}@${operation}`)
}

/** Returns a gateway that passes requests on in their own format, with these habits. */
export function passThrough(
  id: string,
  name: string,
  breaks: readonly (readonly string[])[],
  areas: readonly Area[],
  habits: () => Habits,
  adds: readonly string[] = [],
): PeculiarGateway {
  return {
    id,
    name,
    areas,
    breaks: breaks.flat().sort(),
    try: (some) => tryGateway(startPassThrough, some, { habits: habits(), adds }),
  }
}
