import type { RecordedRequest } from '../../core/model/exchange.ts'
import type { Operation } from '../../core/model/operation.ts'
import type { UpstreamBehaviour, UpstreamTrial } from '../../core/model/upstream.ts'
import { draftOf, type MarkedRequest, topics } from './drafts.ts'

/** A trial, and the request that it sends. */
export interface PlannedTrial {
  /** Its name, which is equal for the same trial on another operation. */
  readonly name: string
  readonly trial: UpstreamTrial
  readonly request: RecordedRequest
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
  return topics.flatMap((topic) => {
    const draft = draftOf(operation, topic)
    const more = topic === 'text' ? ({ isMinimal: true } as const) : {}
    return draft === undefined ? [] : [planned(operation, topic, draft, { kind: 'answer' }, more)]
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
    const twin = all.find(({ name, trial }) => name === one.name && trial.operation === plain)
    if (twin === undefined) return one
    // A tool has the name that the own request declares.
    const { tool } = one.trial.reply
    const reply = { ...twin.trial.reply, ...(tool === undefined ? {} : { tool }) }
    return { ...one, trial: { ...one.trial, reply, plain: twin.trial.id } }
  })
}

function isolationOf(operation: Operation): readonly PlannedTrial[] {
  if (!operation.streams) return []
  return crowds.flatMap((size) =>
    Array.from({ length: size }, (_, index) => {
      const group = `${operation.id}/${size}-at-once`
      const behaviour = { kind: 'together', group, size } as const
      return planned(operation, `${size}-at-once-${index + 1}`, draftOf(operation, 'text')!, behaviour, { group })
    }),
  )
}

function abortsOf(operation: Operation): readonly PlannedTrial[] {
  if (!operation.streams) return []
  const draft = draftOf(operation, 'text')!
  return [
    planned(operation, 'client-goes-away', draft, { kind: 'endless' }, { aborts: true }),
    planned(
      operation,
      'after-client-went-away',
      draftOf(operation, 'text')!,
      { kind: 'answer' },
      { isAfterwards: true },
    ),
  ]
}

function cutsOf(operation: Operation): readonly PlannedTrial[] {
  if (!operation.streams) return []
  return breaks.map((kind) => planned(operation, kind, draftOf(operation, 'text')!, { kind }))
}

function failuresOf(operation: Operation): readonly PlannedTrial[] {
  return failures.flatMap(([name, behaviour]) => {
    const draft = draftOf(operation, 'text')
    // Half of a stream is a stream that is cut.
    if (draft === undefined || (operation.streams && name === 'half-body')) return []
    return [planned(operation, `error-${name}`, draft, behaviour)]
  })
}

function planned(
  { id }: Operation,
  name: string,
  { request, marks, reply }: MarkedRequest,
  behaviour: UpstreamBehaviour,
  more: Partial<UpstreamTrial> = {},
): PlannedTrial {
  return { name, trial: { id: `${id}/${name}`, operation: id, behaviour, marks, reply, ...more }, request }
}
