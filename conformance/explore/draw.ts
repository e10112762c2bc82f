import fc from 'fast-check'
import type { RecordedRequest } from '../model/exchange.ts'
import type { RequestValue } from '../model/operation.ts'
import { isSound } from '../plan/schema/language.ts'
import { type Proved, prove, type Sent, type Subject, say, send } from '../plan/subject.ts'
import { seedFor } from '../plan/values/seed.ts'
import type { Broken } from '../plan/violations.ts'
import { featuresOf } from './features.ts'
import { InvalidRequests } from './invalid.ts'
import { Novelty } from './novelty.ts'
import { recipes } from './recipes/index.ts'
import { UnspecifiedRequests, ValidRequests } from './valid.ts'

/** A request that was drawn, and where: the same seed and number draw it again. */
export interface Drawn<T> {
  readonly drawn: T
  readonly seed: number
  /** Which of the draws of that seed it is, from 0 on: fast-check's path to it. */
  readonly path: number
}

/** Whether a request is none that is sent anyway, and none of those drawn before. */
type IsNew = (request: RecordedRequest) => boolean

const always: IsNew = () => true

/** So many requests are drawn for each that is sent: the one that shows most that is new is taken. */
const choice = 10

/** The arbitrary that draws valid requests of an operation; `undefined` where there is nothing to choose. */
export function validRequests(subject: Subject): ValidRequests | undefined {
  const recipe = recipes[subject.operation.id]
  return recipe === undefined ? undefined : new ValidRequests(subject, recipe)
}

/** Valid requests, chosen so that they show together what none of those shows that are sent anyway. */
export function drawValid(
  subject: Subject,
  seed: number,
  count: number,
  sent: readonly RequestValue[],
  isNew: IsNew = always,
): readonly Drawn<Proved>[] {
  const arbitrary = validRequests(subject)
  const { request: schema } = subject.operation.schemas
  if (arbitrary === undefined || schema === undefined || count === 0) return []
  const own = seedFor(seed, subject.operation.id)
  const novelty = new Novelty((value) => featuresOf(subject.language, schema, value), sent)
  const drawn = fc.sample(arbitrary, { seed: own, numRuns: count * choice }).map((value, path) => ({ value, path }))
  const chosen: Drawn<Proved>[] = []
  for (const { value, path } of novelty.inOrder(drawn)) {
    const proved = prove(subject, value)
    if (proved === undefined || !isNew(proved.request)) continue
    chosen.push({ drawn: proved, seed: own, path })
    if (chosen.length === count) break
  }
  return chosen
}

/** Requests that ask for what the specification leaves unspecified, chosen like valid ones. */
export function drawUnspecified(
  subject: Subject,
  seed: number,
  count: number,
  isNew: IsNew = always,
): readonly Drawn<Sent>[] {
  const recipe = recipes[subject.operation.id]
  const { request: schema } = subject.operation.schemas
  if (recipe?.unspecified === undefined || schema === undefined || count === 0) return []
  const own = seedFor(seed, `${subject.operation.id} unspecified`)
  const novelty = new Novelty((value) => featuresOf(subject.language, schema, value), [])
  const drawn = fc
    .sample(new UnspecifiedRequests(subject, recipe, recipe.unspecified), { seed: own, numRuns: count * choice })
    .map((value, path) => ({ value, path }))
  const chosen: Drawn<Sent>[] = []
  for (const { value, path } of novelty.inOrder(drawn)) {
    if (isSound(say(subject, value))) continue
    const sent = send(subject.operation, value)
    if (sent === undefined || !subject.operation.matches(sent.request) || !isNew(sent.request)) continue
    chosen.push({ drawn: sent, seed: own, path })
    if (chosen.length === count) break
  }
  return chosen
}

/** A request that breaks one requirement, and which of the given requests it is otherwise. */
export interface DrawnBreach extends Drawn<Broken> {
  readonly base: number
}

/** Requests with one violation each, otherwise as one of `bases`: each breaks another constraint as long as there are any. */
export function drawInvalid(
  subject: Subject,
  seed: number,
  count: number,
  bases: readonly RequestValue[],
  isNew: IsNew = always,
): readonly DrawnBreach[] {
  if (count === 0 || bases.length === 0 || subject.root === undefined) return []
  const own = seedFor(seed, `${subject.operation.id} broken`)
  const all = bases.map((base) => new InvalidRequests(subject, [base]))
  const each = Math.ceil((count * choice) / all.length)
  const found = all.flatMap((arbitrary, base) =>
    fc.sample(arbitrary, { seed: own + base, numRuns: each }).flatMap((value, path): DrawnBreach[] => {
      const drawn = arbitrary.brokenBy(value)
      return drawn === undefined || !isNew(drawn.request) ? [] : [{ drawn, base, path, seed: own + base }]
    }),
  )
  return mostVaried(found, count)
}

/** Those that break what none before breaks first; then those that break it with another value, or in another place. */
function mostVaried(all: readonly DrawnBreach[], count: number): readonly DrawnBreach[] {
  const rounds = new Map<string, number>()
  const ranked = all.map((one) => {
    const constraint = `${one.drawn.requirement} ${one.drawn.constraints.join()}`
    const round = rounds.get(constraint) ?? 0
    rounds.set(constraint, round + 1)
    return { one, round }
  })
  return ranked
    .sort((one, other) => one.round - other.round)
    .slice(0, count)
    .map(({ one }) => one)
}
