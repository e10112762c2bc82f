import type { AreaArbitraries } from '../../core/model/arbitraries.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import { areaOf, type Endpoint } from '../../core/model/vocabulary.ts'
import { catalogue } from '../../specification/catalogue.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { type Subject, subjectOf } from '../plan/subject.ts'
import { randomFrom } from './random.ts'
import { drawRequest } from './requests.ts'

/**
 * An operation of the specification, and the generators of its requests; `undefined` if its requests have no choices.
 */
export interface Drawable {
  readonly id: Endpoint
  readonly subject: Subject
  readonly arbitraries: AreaArbitraries | undefined
}

/** For tests: all operations with the generators of their requests. */
export const drawables: readonly Drawable[] = await Promise.all(
  catalogue.operations.map(async (operation): Promise<Drawable> => {
    const subject = subjectOf(documentLanguage, operation, catalogue, new Set())
    return { id: operation.id, subject, arbitraries: await catalogue.drawing?.get(areaOf[operation.id])?.() }
  }),
)

/** For tests: returns drawn requests of an operation; none if its requests have no choices. */
export function drawnValues({ subject, arbitraries }: Drawable, seed: number, draws: number): readonly RequestValue[] {
  if (arbitraries === undefined) return []
  const random = randomFrom(seed)
  return Array.from({ length: draws }, () => drawRequest(subject, arbitraries, random)?.value).filter(
    (value) => value !== undefined,
  )
}

export function firstOf<T>(all: Iterable<T>, count: number): readonly T[] {
  const found: T[] = []
  for (const one of all) if (found.push(one) >= count) break
  return found
}
