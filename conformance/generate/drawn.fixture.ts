import { catalogue } from '../catalogue.ts'
import type { AreaArbitraries } from '../model/arbitraries.ts'
import type { RequestValue } from '../model/operation.ts'
import { areaOf, type Endpoint } from '../model/vocabulary.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { type Subject, subjectOf } from '../plan/subject.ts'
import { randomFrom } from './random.ts'
import { drawRequest } from './requests.ts'

/** An operation of the specification, and what its requests are drawn with; nothing where they have no choice. */
export interface Drawable {
  readonly id: Endpoint
  readonly subject: Subject
  readonly arbitraries: AreaArbitraries | undefined
}

/** For tests: all operations, each with what is needed to draw its requests. */
export const drawables: readonly Drawable[] = await Promise.all(
  catalogue.operations.map(async (operation): Promise<Drawable> => {
    const subject = subjectOf(documentLanguage, operation, catalogue, new Set())
    return { id: operation.id, subject, arbitraries: await catalogue.drawing?.get(areaOf[operation.id])?.() }
  }),
)

/** For tests: so many requests of an operation; none where they have no choice. */
export function drawnValues({ subject, arbitraries }: Drawable, seed: number, draws: number): readonly RequestValue[] {
  if (arbitraries === undefined) return []
  const random = randomFrom(seed)
  return Array.from({ length: draws }, () => drawRequest(subject, arbitraries, random)?.value).filter(
    (value) => value !== undefined,
  )
}

/** For tests: the first of what a generator yields. */
export function firstOf<T>(all: Iterable<T>, count: number): readonly T[] {
  const found: T[] = []
  for (const one of all) if (found.push(one) >= count) break
  return found
}
