import type { RecordedRequest } from '../../core/model/exchange.ts'
import type { Operation } from '../../core/model/operation.ts'
import type { ScriptedReply, UpstreamBehaviour, UpstreamTrial } from '../../core/model/upstream.ts'
import { draftOf, topicsOf } from './drafts.ts'

/** A trial, and the request that it sends. */
export interface PlannedTrial {
  readonly trial: UpstreamTrial
  readonly topic: string
  readonly request: RecordedRequest
}

/** Returns a trial once more, with other marks, since a gateway may remember a request. */
export function drawnAgain({ trial, topic }: PlannedTrial, operation: Operation, attempt: number): PlannedTrial {
  const { request, marks, reply } = draftOf(operation, topic)!
  const { group, behaviour } = trial
  const own = withOwnWords(trial.reply, reply)
  if (group === undefined || behaviour.kind !== 'together')
    return { topic, request, trial: { ...trial, marks, reply: own } }
  const other = `${group}~${attempt}`
  return {
    topic,
    request,
    trial: { ...trial, marks, reply: own, group: other, behaviour: { ...behaviour, group: other } },
  }
}

/** Returns a reply with the names of tools and the stop sequence of another one, since its request declares them. */
function withOwnWords(reply: ScriptedReply, own: ScriptedReply): ScriptedReply {
  const { stopSequence } = own
  const parts = reply.parts.map((part, index) => (part.kind === 'call' ? own.parts[index]! : part))
  return { ...reply, parts, ...(stopSequence === undefined ? {} : { stopSequence }) }
}

/** The errors of a provider that a gateway has to pass on. */
const failures: readonly (readonly [name: string, UpstreamBehaviour])[] = [
  ...[400, 401, 403, 404, 413].map((status) => [String(status), { kind: 'status', status }] as const),
  ['429', { kind: 'status', status: 429, retryAfter: 1 }],
  ...[500, 503, 529].map((status) => [String(status), { kind: 'status', status }] as const),
  ['silence', { kind: 'silence' }],
  ['reset', { kind: 'reset' }],
  ['not-json', { kind: 'not-json' }],
  ['half-body', { kind: 'half-body' }],
  ['no-connection', { kind: 'refused' }],
]

const breaks = ['cut', 'garbled', 'error-event', 'silence-in-stream'] as const
/** The numbers of streams that are open at once. */
const crowds = [8, 32] as const
/** The clients that go away at once. A gateway that loses a place for each runs out of its places sooner. */
const leaving = 4

/** Returns every trial of some operations. The ones that spoil nothing come first. */
export function trialsFor(operations: readonly Operation[]): readonly PlannedTrial[] {
  const plain = operations.flatMap(answersOf)
  return [
    ...paired(plain, operations),
    ...operations.flatMap(isolationOf),
    ...operations.flatMap(abortsOf),
    ...operations.flatMap(cutsOf),
    ...operations.flatMap(failuresOf),
  ]
}

function answersOf(operation: Operation): readonly PlannedTrial[] {
  return topicsOf(operation).flatMap((topic) => {
    const more = topic === 'text' ? ({ isMinimal: true } as const) : {}
    return planned(operation, topic, { kind: 'answer' }, { topic, ...more })
  })
}

/** The plain operation of each streaming one. */
const plainOf: Readonly<Record<string, string>> = {
  'messages.stream': 'messages.create',
  'content.stream': 'content.generate',
}

/** Gives streamed trials the replies of the plain ones about the same topic, so that both can be compared. */
function paired(all: readonly PlannedTrial[], operations: readonly Operation[]): readonly PlannedTrial[] {
  const isSelected = (id: string): boolean => operations.some((operation) => operation.id === id)
  return all.map((one) => {
    const plain = plainOf[one.trial.operation]
    if (plain === undefined || !isSelected(plain)) return one
    const twin = all.find(({ topic, trial }) => topic === one.topic && trial.operation === plain)
    if (twin === undefined) return one
    const reply = withOwnWords(twin.trial.reply, one.trial.reply)
    return { ...one, trial: { ...one.trial, reply, plain: twin.trial.id } }
  })
}

function isolationOf(operation: Operation): readonly PlannedTrial[] {
  if (!operation.streams) return []
  return crowds.flatMap((size) =>
    Array.from({ length: size }, (_, index) => {
      const group = `${operation.id}/${size}-at-once`
      return planned(operation, `${size}-at-once-${index + 1}`, { kind: 'together', group, size }, { group })
    }).flat(),
  )
}

function abortsOf(operation: Operation): readonly PlannedTrial[] {
  if (!operation.streams) return []
  return [
    ...Array.from({ length: leaving }, (_, index) => {
      const name = index === 0 ? 'client-goes-away' : `client-goes-away-${index + 1}`
      return planned(operation, name, { kind: 'endless' }, { aborts: true })
    }).flat(),
    ...planned(operation, 'after-client-went-away', { kind: 'answer' }, { isAfterwards: true }),
  ]
}

function cutsOf(operation: Operation): readonly PlannedTrial[] {
  return operation.streams ? breaks.flatMap((kind) => planned(operation, kind, { kind })) : []
}

function failuresOf(operation: Operation): readonly PlannedTrial[] {
  return failures.flatMap(([name, behaviour]) =>
    // Half of a stream is a stream that is cut.
    operation.streams && name === 'half-body' ? [] : planned(operation, `error-${name}`, behaviour),
  )
}

/** Returns a trial about a topic, by default only a text; none if the operation has no such parts. */
function planned(
  operation: Operation,
  name: string,
  behaviour: UpstreamBehaviour,
  { topic = 'text', ...more }: Partial<UpstreamTrial> & { readonly topic?: string } = {},
): readonly PlannedTrial[] {
  const draft = draftOf(operation, topic)
  if (draft === undefined) return []
  const { request, marks, reply } = draft
  return [
    {
      topic,
      request,
      trial: { id: `${operation.id}/${name}`, operation: operation.id, behaviour, marks, reply, ...more },
    },
  ]
}
