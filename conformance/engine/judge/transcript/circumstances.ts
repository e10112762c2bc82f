import { isComplete2xx } from '../../../core/model/observation.ts'
import { groupBy } from './group-by.ts'
import { credentialBreach, type Trace } from './trace.ts'

/** The end of an exchange, as far as a later one may depend on it. */
type End = 'left' | 'wrong-key' | 'rejected' | 'failed' | 'accepted'

/** An exchange of a run, as a circumstance of later ones. */
export interface Happening extends Pick<Trace, 'exchange' | 'startedAt' | 'endedAt' | 'connection'> {
  readonly operation: string | undefined
  readonly outcome: End | undefined
}

/** The facts of an exchange that are not in its own request. */
export interface Circumstances {
  readonly own: Happening
  /** The exchanges on its connection, in order, and its place among them, from 1. Absent if it was not recorded. */
  readonly connected?: { readonly place: number; readonly all: readonly Happening[] }
  /** The exchange that was the last to end before it was sent. */
  readonly before: Happening | undefined
  /** The exchanges that were under way when it was sent. */
  readonly underWay: readonly Happening[]
  /** True if another one was under way at any time. */
  readonly isAmongOthers: boolean
  /** The number of earlier exchanges with the same bytes, and all exchanges with these bytes, in order. */
  readonly timesBefore: number
  readonly same: readonly Happening[]
  readonly identity: string
  readonly reply: Trace['reply']
}

/** A circumstance that all failing exchanges may have. */
export interface Circumstance {
  /** For example, `where stop_reason is "max_tokens"`. */
  readonly words: string
  readonly kind: 'reply' | 'connection' | 'place' | 'repeat' | 'under-way' | 'before'
  /** The place on a connection from which requests fail. */
  readonly from?: number
  readonly has: (one: Circumstances) => boolean
}

/** Returns the circumstances of each exchange of a run. `left` are those that the suite itself cancelled. */
export function circumstancesIn(
  traces: readonly Trace[],
  left: readonly Happening[],
): ReadonlyMap<string, Circumstances> {
  const own = new Map(traces.map((trace) => [trace.exchange, trace]))
  const inOrder = [...traces.map(happeningOf), ...left].sort(byTime)
  const found = new Map<string, Circumstances>()
  const sent = new Map<string, Happening[]>()
  const connections = new Map<number, Happening[]>()
  let active: readonly Happening[] = []
  let before: Happening | undefined
  for (const [index, one] of inOrder.entries()) {
    const ended = active.filter(({ endedAt }) => endedAt <= one.startedAt)
    before = ended.reduce((last, next) => (last === undefined || next.endedAt >= last.endedAt ? next : last), before)
    active = active.filter(({ endedAt }) => endedAt > one.startedAt)
    const connected = placedOn(connections, one)
    const trace = own.get(one.exchange)
    if (trace !== undefined) {
      const { identity, reply } = trace
      const same = sent.get(identity) ?? []
      sent.set(identity, same)
      const timesBefore = same.push(one) - 1
      const isJoined = (inOrder[index + 1]?.startedAt ?? Number.POSITIVE_INFINITY) < one.endedAt
      const isAmongOthers = active.length > 0 || isJoined
      const earlier = { ...connected, before, timesBefore, same }
      found.set(one.exchange, { own: one, ...earlier, underWay: active, isAmongOthers, identity, reply })
    }
    active = [...active, one]
  }
  return found
}

function placedOn(connections: Map<number, Happening[]>, one: Happening): Pick<Circumstances, 'connected'> {
  if (one.connection === undefined) return {}
  const all = connections.get(one.connection) ?? []
  connections.set(one.connection, all)
  return { connected: { place: all.push(one), all } }
}

function byTime(one: Happening, other: Happening): number {
  return one.startedAt - other.startedAt || (one.exchange < other.exchange ? -1 : 1)
}

function happeningOf(trace: Trace): Happening {
  const { exchange, operation, startedAt, endedAt, connection } = trace
  return { exchange, operation, startedAt, endedAt, connection, outcome: outcomeOf(trace) }
}

function outcomeOf({ responseClass, breach, fate }: Trace): End | undefined {
  if (isComplete2xx(responseClass)) return 'accepted'
  if (responseClass !== 'rejected' && responseClass !== 'denied') return fate === 'answered' ? undefined : 'failed'
  return breach?.requirement === credentialBreach ? 'wrong-key' : 'rejected'
}

/**
 * The chance that failures without a circumstance all have one that is named. A run has some hundred rulings, and most
 * pass.
 */
export const smallEnough = 1e-3

/**
 * Returns the circumstance that all failing exchanges have and that chance does not explain; `undefined` if there is none.
 *
 * If failures did not depend on it, they would be drawn from all comparable exchanges. The probability that all of them
 * have it is then that of Fisher's exact test, and with several candidates, also those of other exchanges, up to as many
 * times that. For example, with twenty candidates of which no passing exchange has one, three failures among 51 exchanges
 * are enough, or two among 201.
 *
 * A circumstance in which most exchanges pass explains little, and replicas that answer in turn suggest it: each rejection
 * then comes after an accepted request. At least half of the exchanges in a circumstance have to fail.
 */
export function circumstanceOf(
  failing: readonly Circumstances[],
  passing: readonly Circumstances[],
): Circumstance | undefined {
  const candidates = candidatesFor(failing, passing)
  const count = candidates.length + otherKinds(failing, passing)
  const [failures, others] = [failing, passing].map((all) => new Set(all.map(({ identity }) => identity)))
  const isMixed = ({ identity }: Circumstances) => failures!.has(identity) && others!.has(identity)
  const judged = candidates.flatMap((candidate) => {
    if (!failing.every(candidate.has)) return []
    // Exchanges with the same request are one observation, unless only some of them fail.
    const trialsIn = (all: readonly Circumstances[]) => {
      const keyOf = (one: Circumstances) => (isMixed(one) ? one.own.exchange : `${candidate.has(one)} ${one.identity}`)
      return [...groupBy(all, keyOf).values()].map(([first]) => first)
    }
    const fails = trialsIn(failing).length
    const chanceAmong = (others: readonly Circumstances[]) => {
      const having = fails + others.filter(candidate.has).length
      return having > fails * 2 ? 1 : chanceThatAllHave(fails, having, fails + others.length)
    }
    const chance = chanceAmong(trialsIn(passing))
    if (chance * count > smallEnough) return []
    if (candidate.kind === 'place' && chanceAmong(trialsIn(passing.filter(isBetween(failing)))) > unlikely) return []
    return [{ candidate, chance }]
  })
  return judged.toSorted((one, other) => one.chance - other.chance)[0]?.candidate
}

/** The chance, among exchanges between failures, that tells a place on a connection from a time of the run. */
const unlikely = 1e-2

/** Places on connections grow during a run, so a target that fails for some time does so at late places only. */
function isBetween(failing: readonly Circumstances[]): (one: Circumstances) => boolean {
  const times = failing.map(({ own }) => own.startedAt)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  return ({ own }) => own.startedAt > first && own.startedAt < last
}

/** Returns the probability that all of some exchanges, drawn from `all`, are among those which have a circumstance. */
export function chanceThatAllHave(drawn: number, having: number, all: number): number {
  let chance = 1
  for (let index = 0; index < drawn; index += 1) chance *= (having - index) / (all - index)
  return chance
}

/** Returns the circumstances that the failing exchanges suggest, the more telling ones first. */
function candidatesFor(failing: readonly Circumstances[], passing: readonly Circumstances[]): readonly Circumstance[] {
  const [first] = failing
  if (first === undefined) return []
  const kinds = (first.reply?.kinds ?? []).filter((kind) => !passing.every(isWithKind(kind)))
  return [
    ...kinds.map(
      (kind): Circumstance => ({ words: `where the reply has ${kind}`, kind: 'reply', has: isWithKind(kind) }),
    ),
    ...(first.reply?.ends ?? []).map(
      (end): Circumstance => ({
        words: `where ${end}`,
        kind: 'reply',
        has: ({ reply }) => reply?.ends.includes(end) === true,
      }),
    ),
    ...afterwards('connection', ' on the same connection', onConnection),
    ...placesIn(failing),
    ...repeatsIn(failing),
    ...underWayIn(failing),
    ...afterwards('before', '', ({ before }) => before),
    ...longRepliesIn(failing, passing),
  ]
}

/** Returns the number of kinds of parts and ends that other failures, if as many, could have in common. */
function otherKinds([first, ...failing]: readonly Circumstances[], passing: readonly Circumstances[]): number {
  const kindsOf = ({ reply }: Circumstances) => [...(reply?.kinds ?? []), ...(reply?.ends ?? [])]
  const own = new Set(first === undefined ? [] : kindsOf(first))
  const others = [...failing, ...passing].flatMap(kindsOf).filter((kind) => !own.has(kind))
  return [...groupBy(others, (kind) => kind).values()].filter(({ length }) => length > failing.length).length
}

function isWithKind(kind: string): (one: Circumstances) => boolean {
  return ({ reply }) => reply?.kinds.includes(kind) === true
}

const outcomesInWords: Readonly<Record<End, string>> = {
  left: 'a response that the client did not read to its end',
  'wrong-key': 'a request that was rejected for its key',
  rejected: 'a rejected request',
  failed: 'a request that failed',
  accepted: 'an accepted request',
}

function afterwards(
  kind: 'connection' | 'before',
  where: string,
  earlier: (one: Circumstances) => Happening | undefined,
): readonly Circumstance[] {
  const after = (what: string, isSuch: (one: Happening, of: Circumstances) => boolean): Circumstance => ({
    words: `${kind === 'before' ? 'right after' : 'after'} ${what}${where}`,
    kind,
    has: (one) => {
      const found = earlier(one)
      return found !== undefined && isSuch(found, one)
    },
  })
  return [
    ...(Object.keys(outcomesInWords) as End[]).map((outcome) =>
      after(outcomesInWords[outcome], (one) => one.outcome === outcome),
    ),
    // A rejection for the key is one of the rejections.
    after('any rejected request', ({ outcome }) => outcome === 'rejected' || outcome === 'wrong-key'),
    after('a request to another operation', ({ operation }, { own }) => operation !== own.operation),
    ...(kind === 'connection' ? [after('another request', () => true)] : []),
  ]
}

/** Returns the exchange before another one on its connection. */
function onConnection({ connected }: Circumstances): Happening | undefined {
  return connected?.all[connected.place - 2]
}

function placesIn(failing: readonly Circumstances[]): readonly Circumstance[] {
  const from = Math.min(...failing.map(({ connected }) => connected?.place ?? 1))
  // The second request and all later ones come after another one.
  if (from < 3) return []
  const has = ({ connected }: Circumstances) => connected !== undefined && connected.place >= from
  return [{ words: `from the ${ordinal(from)} request on a connection`, kind: 'place', from, has }]
}

function repeatsIn(failing: readonly Circumstances[]): readonly Circumstance[] {
  const counts = failing.map(({ timesBefore }) => timesBefore + 1)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const words = (from: string) => `${from}the ${ordinal(least)} time that the same bytes are sent`
  return [
    ...(least === most
      ? [{ words: words(''), kind: 'repeat', has: ({ timesBefore }) => timesBefore + 1 === least } as Circumstance]
      : []),
    ...(least > 1
      ? [{ words: words('from '), kind: 'repeat', has: ({ timesBefore }) => timesBefore + 1 >= least } as Circumstance]
      : []),
  ]
}

function underWayIn(failing: readonly Circumstances[]): readonly Circumstance[] {
  const least = Math.min(...failing.map(({ underWay }) => underWay.length + 1))
  return [
    ...(least > 1
      ? [
          {
            words: `from ${least} requests under way`,
            kind: 'under-way',
            has: ({ underWay }) => underWay.length + 1 >= least,
          } as Circumstance,
        ]
      : []),
    { words: 'while others are under way', kind: 'under-way', has: ({ isAmongOthers }) => isAmongOthers },
  ]
}

/** A length explains a failure if each failing reply is longer than every other one by this factor. */
const clearly = 1.2

function longRepliesIn(failing: readonly Circumstances[], passing: readonly Circumstances[]): readonly Circumstance[] {
  const lengths = (all: readonly Circumstances[]) => all.map(({ reply }) => reply?.bytes ?? 0)
  const [least, most] = [Math.min(...lengths(failing)), Math.max(...lengths(passing))]
  if (least <= most * clearly) return []
  return [
    { words: `in replies of ${least} bytes or more`, kind: 'reply', has: ({ reply }) => (reply?.bytes ?? 0) >= least },
  ]
}

function ordinal(count: number): string {
  const tens = count % 100
  const ending = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')
  return ['', 'first', 'second', 'third'][count] ?? `${count}${ending}`
}

/** Returns the exchanges that have to be sent again, before or beside another one, so that it has a circumstance. */
export function neededFor(
  { kind, from = 1 }: Pick<Circumstance, 'kind' | 'from'>,
  one: Circumstances,
): readonly string[] {
  const { place = 1, all = [] } = one.connected ?? {}
  const needed: Readonly<Record<Circumstance['kind'], readonly (Happening | undefined)[]>> = {
    reply: [],
    connection: [onConnection(one)],
    place: all.slice(place - from, place - 1),
    repeat: one.same.slice(0, one.timesBefore),
    'under-way': one.underWay,
    before: [one.before],
  }
  return needed[kind].flatMap((happening) => happening?.exchange ?? [])
}
