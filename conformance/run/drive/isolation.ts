import type { Use } from '../../../schemas/index.ts'
import { remove } from '../../../schemas/json-pointer.ts'
import type { Operation, RequestValue } from '../../model/operation.ts'
import type { Intent, Why } from '../../model/why.ts'
import { mixed } from '../../plan/budget.ts'
import type { Language } from '../../plan/schema/language.ts'
import { digestOf, type Sent } from '../../plan/subject.ts'
import { weightOf } from '../../plan/values/changes.ts'
import { classify, reducible } from '../../plan/violations.ts'
import { attempt } from './attempts.ts'
import type { Run } from './driver.ts'
import { takeOne } from './spending.ts'
import { asksForLess, useAlone } from './use-alone.ts'

/** The plain request of each operation, as a value. */
export type PlainRequests = ReadonlyMap<string, RequestValue>

/**
 * Sends uses of the valid requests that were rejected on their own, each with just what it cannot do without: only then is it
 * known which one a target rejects, and which it rejects only beside others (G2). First, once on each operation, what no
 * request was accepted with. Of the requests whose rejection that does not explain, what is left without any use, and then
 * every use.
 */
export async function isolate(run: Run, language: Language, plain: PlainRequests): Promise<void> {
  if (run.rejected.length === 0) return
  const rejected = rejectedByOperation(run, language, plain)
  const sendNew = sender(run)
  for (const suspect of mixed(rejected.map((own) => suspects(own, run)))) {
    const [first] = suspect.requests
    if (!isAccepted(run, first, suspect.requirement) && (await sendNew(leastOf(suspect, language))) === 'no-budget')
      return
  }
  const unexplained = rejected.map((own) => own.filter((one) => isUnexplained(one, run)))
  const explained = new Set<Rejected>()
  for (const one of mixed(unexplained)) {
    const came = await sendNew(bareOf(one, language))
    if (came === 'no-budget') return
    if (came === 'rejected') explained.add(one)
  }
  const uses = unexplained.map((own) => own.filter((one) => !explained.has(one)).flatMap(usesOf))
  for (const use of mixed(uses)) if ((await sendNew(leastOf(use, language))) === 'no-budget') return
}

/** What came of a smaller request; what was sent before, or does not exist, is not sent. */
type Outcome = 'not-sent' | 'no-budget' | 'rejected' | 'other'

/** A smaller request, and why it is sent. */
type Smaller = Sent & Intent

/** Sends requests once each, as long as there is something left for isolation. */
function sender(run: Run): (request: Smaller | undefined) => Promise<Outcome> {
  const met = new Map<string, Outcome>([...run.sent.values()].map(({ request }) => [digestOf(request), 'not-sent']))
  const send = async ({ caseId, why, request }: Smaller): Promise<Outcome> => {
    const outcome = await attempt(run, { caseId, why }, request, { expectation: 'extra' })
    if ('responseClass' in outcome) return outcome.isRejectedInVain ? 'rejected' : 'other'
    run.unsent.push({ id: caseId, stopReason: outcome.stopReason })
    return 'other'
  }
  return async (found) => {
    const digest = found && digestOf(found.request)
    const known = digest === undefined ? 'not-sent' : met.get(digest)
    if (found === undefined || digest === undefined || known !== undefined) return known ?? 'not-sent'
    if (!takeOne(run.spending.left, 'isolation')) return 'no-budget'
    const outcome = await send(found)
    met.set(digest, outcome)
    return outcome
  }
}

/** A valid request that was rejected, what it makes use of, and what the plain request of its operation is. */
interface Rejected {
  readonly id: string
  readonly operation: Operation
  readonly value: RequestValue
  readonly uses: readonly Use[]
  readonly plain: RequestValue | undefined
}

/** A use that may be to blame, and the rejected requests that make it. */
interface Suspect {
  readonly requirement: string
  readonly requests: readonly [Rejected, ...Rejected[]]
}

/** The rejected requests of each operation that accepted another one, those that ask for least first. */
function rejectedByOperation(run: Run, language: Language, plain: PlainRequests): readonly (readonly Rejected[])[] {
  const found = run.rejected.flatMap(({ id, request }): readonly Rejected[] => {
    const start = reducible(language, run.operations, request)
    if (start?.class !== 'valid' || !run.accepted.has(start.operation.id)) return []
    const { operation, value } = start
    const { request: schema } = operation.schemas
    if (schema === undefined) return []
    const { uses } = language.validate(schema, value)
    return [{ id, operation, value, uses, plain: plain.get(operation.id) }]
  })
  const ordered = found.toSorted((a, b) => weightOf(a.value) - weightOf(b.value) || (a.id < b.id ? -1 : 1))
  return run.operations.map(({ id }) => ordered.filter(({ operation }) => operation.id === id))
}

/**
 * The request without anything that it makes use of, where that is a valid one: its required members may be what the target
 * rejects, such as a picture that is not like the plain one.
 */
function bareOf({ id, operation, value, uses }: Rejected, language: Language): Smaller | undefined {
  if (uses.length === 0) return undefined
  const bare = uses.reduce((left, { pointer }) => remove(left, pointer), value)
  const sent = classify(language, operation, bare)
  const { request: schema } = operation.schemas
  if (sent?.class !== 'valid' || schema === undefined || language.validate(schema, sent.value).uses.length > 0)
    return undefined
  return { ...sent, caseId: `${id}/bare`, why: { kind: 'bare', of: id } }
}

/** What no request of the operation was accepted with, each once. */
function suspects(rejected: readonly Rejected[], run: Run): readonly Suspect[] {
  const never = new Map<string, [Rejected, ...Rejected[]]>()
  for (const request of rejected)
    for (const requirement of new Set(request.uses.map((use) => use.requirement))) {
      if (isAccepted(run, request, requirement)) continue
      const known = never.get(requirement)
      if (known === undefined) never.set(requirement, [request])
      else known.push(request)
    }
  return [...never].map(([requirement, requests]) => ({ requirement, requests }))
}

/** Whether each use of a request was accepted in another one. */
function isUnexplained(one: Rejected, run: Run): boolean {
  return one.uses.every(({ requirement }) => isAccepted(run, one, requirement))
}

function usesOf(one: Rejected): readonly Suspect[] {
  return one.uses.map(({ requirement }) => ({ requirement, requests: [one] }))
}

function isAccepted(run: Run, { operation }: Rejected, requirement: string): boolean {
  return run.accepted.get(operation.id)?.has(requirement) === true
}

/** Of so many rejected requests it is tried how little stands beside a use. */
const tried = 4

/** The request that makes a use with the least beside it. */
function leastOf({ requirement, requests }: Suspect, language: Language): Smaller | undefined {
  const found = requests.slice(0, tried).flatMap((request) => {
    const index = request.uses.findIndex((use) => use.requirement === requirement)
    const use = request.uses[index]
    const alone = use && useAlone(language, request.operation, request.value, use, request.plain)
    if (alone === undefined) return []
    const { uses } = language.validate(request.operation.schemas.request ?? '', alone.value)
    const why: Why = { kind: 'alone', of: request.id, requirement }
    return [{ ...alone, uses, caseId: `${request.id}/alone-${index + 1}`, why }]
  })
  return found.reduce<(typeof found)[number] | undefined>(
    (least, one) => (least === undefined || asksForLess(one, least) ? one : least),
    undefined,
  )
}
