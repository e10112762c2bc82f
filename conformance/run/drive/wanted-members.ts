import type { RecordedRequest } from '../../model/exchange.ts'
import { isLetIn } from '../../model/observation.ts'
import type { Operation, RequestValue } from '../../model/operation.ts'
import type { Case } from '../../model/plan.ts'
import type { Endpoint } from '../../model/vocabulary.ts'
import type { Intent, Why } from '../../model/why.ts'
import { isObject, isSame } from '../../plan/schema/json.ts'
import type { Language } from '../../plan/schema/language.ts'
import { send } from '../../plan/subject.ts'
import { type Answered, attempt } from './attempts.ts'
import type { Run } from './driver.ts'

/** A member that the plain request leaves out, and the value under which a target accepts it. */
interface NamedMember {
  /** The steps to it; a step into a list stands for each of its items. */
  readonly path: readonly string[]
  readonly value: unknown
}

/** By operation the member without which its target accepts nothing. */
export type WantedMembers = ReadonlyMap<Endpoint, NamedMember>

/** The most requests that looking for one operation's wanted member takes. */
export const mostLookedFor = 12

/**
 * Sends the plain request of each operation. Where one is rejected, looks for a request that names one thing more and is
 * accepted, what the target's own words mention first: on that everything else is built then, so that what a target truly
 * does with it is seen (interpretation G2). The rejected plain request stays the one failure that it is.
 */
export async function findWantedMembers(
  run: Run,
  offered: readonly Case[],
  plain: readonly Case[],
  language: Language,
  send: (planned: Case) => Promise<Answered | undefined>,
): Promise<WantedMembers> {
  const found = await Promise.all(
    plain.map(async (planned) => {
      const answered = await send(planned)
      if (answered?.responseClass !== 'rejected' || !answered.isRejectedInVain) return []
      const member = await memberWanted(run, offered, planned, language, answered.said ?? '')
      return member === undefined ? [] : [[planned.operation, member] as const]
    }),
  )
  return new Map(found.flat())
}

async function memberWanted(
  run: Run,
  offered: readonly Case[],
  plain: Case,
  language: Language,
  said: string,
): Promise<NamedMember | undefined> {
  const operation = run.operations.find(({ id }) => id === plain.operation)
  if (operation === undefined) return undefined
  for (const [index, member] of candidates(offered, plain, operation, said).slice(0, mostLookedFor).entries()) {
    const request = naming(member, plain.request, operation, language)
    if (request === undefined) continue
    const outcome = await attempt(run, namedIntent(plain, index + 1), request, { expectation: 'extra' })
    if ('responseClass' in outcome && isLetIn(outcome.responseClass)) return member
    if ('stopReason' in outcome) return undefined
  }
  return undefined
}

function namedIntent({ id, operation }: Case, number: number): Intent {
  return { caseId: `${id}/named-${number}`, operation, why: { kind: 'named', of: id, number } }
}

/** What the planned requests add to the plain one, each member once; those first that the target speaks of. */
function candidates(offered: readonly Case[], plain: Case, operation: Operation, said: string): readonly NamedMember[] {
  const bodies = offered
    .filter(({ operation: own, why }) => own === plain.operation && isCoverage(why))
    .flatMap(withParts)
    .map(({ request }) => operation.read(request).body)
  const start = operation.read(plain.request).body
  const known = new Map<string, NamedMember>()
  for (const member of bodies.flatMap((body) => added(start, body, []))) {
    const name = member.path.join('/')
    if (!known.has(name)) known.set(name, member)
  }
  const isMentioned = ({ path }: NamedMember) => mentions(said, path.at(-1) ?? '')
  return [...known.values()].sort((one, other) => Number(isMentioned(other)) - Number(isMentioned(one)))
}

function isCoverage({ kind }: Why): boolean {
  return kind === 'plain' || kind === 'drawn' || kind === 'spelled'
}

function withParts(planned: Case): readonly Case[] {
  return [planned, ...(planned.parts ?? []).flatMap(withParts)]
}

function mentions(said: string, name: string): boolean {
  return name !== '' && said.split(/[^\p{L}\p{N}_]+/u).includes(name)
}

/** The scalar members and objects that one value has beyond another, wherever both are alike above them. */
function added(plain: unknown, other: unknown, path: readonly string[]): readonly NamedMember[] {
  if (Array.isArray(plain) && Array.isArray(other)) {
    return other.flatMap((item, index) => (index < plain.length ? added(plain[index], item, [...path, '*']) : []))
  }
  if (!isObject(plain) || !isObject(other)) return []
  return Object.entries(other).flatMap(([name, value]) => {
    if (!Object.hasOwn(plain, name)) return [{ path: [...path, name], value }]
    return added(plain[name], value, [...path, name])
  })
}

/**
 * The request with the member named, its credential and headers as they were; `undefined` where it is named already, the
 * request is not of the operation, or it would then mean something else than before.
 */
export function naming(
  member: NamedMember,
  request: RecordedRequest,
  operation: Operation,
  language: Language,
): RecordedRequest | undefined {
  const value = operation.read(request)
  const body = withMember(value.body, member.path, member.value)
  if (body === undefined || isSame(body, value.body)) return undefined
  const [before, after] = [send(operation, value), send(operation, { ...value, body })]
  if (before === undefined || after === undefined) return undefined
  if (broken(language, operation, before.value) !== broken(language, operation, after.value)) return undefined
  // Bytes that cannot be made from what they mean are sent as they are: something else is meant by them.
  if (!Buffer.from(before.request.body).equals(Buffer.from(request.body))) return undefined
  return { ...request, headers: withTypeOf(after.request, request), body: after.request.body }
}

/** What a request breaks, and where it leaves certain ground, as one text. */
function broken(language: Language, { schemas }: Operation, value: RequestValue): string {
  if (schemas.request === undefined) return ''
  const { violations, open } = language.validate(schemas.request, value)
  const requirements = violations.map(({ requirement = '', pointer }) => `${requirement} ${pointer}`)
  return JSON.stringify([requirements.sort(), open.map(({ pointer }) => pointer).sort()])
}

/** A form's content type names the boundary of its own body. */
function withTypeOf(written: RecordedRequest, { headers }: RecordedRequest): RecordedRequest['headers'] {
  const isType = ([name]: readonly [string, string]) => name.toLowerCase() === 'content-type'
  const type = written.headers.find(isType)
  return headers.map((line) => (isType(line) && type !== undefined ? type : line))
}

/** The value with a member where it has none; `undefined` where there is no place for it. */
function withMember(value: unknown, [step, ...rest]: readonly string[], member: unknown): unknown {
  if (step === undefined) return undefined
  if (step === '*') {
    if (!Array.isArray(value)) return undefined
    return value.map((item: unknown) => withMember(item, rest, member) ?? item)
  }
  if (!isObject(value)) return undefined
  if (rest.length === 0) return Object.hasOwn(value, step) ? undefined : { ...value, [step]: member }
  const below = withMember(value[step], rest, member)
  return below === undefined ? undefined : { ...value, [step]: below }
}
