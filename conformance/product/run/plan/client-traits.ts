import type { Operation } from '../../../core/model/operation.ts'
import type { Plan, Probe, ProbeContext } from '../../../core/model/plan.ts'
import { type RequestTrait, type TraitKind, type TraitRequest, traitKinds } from '../../../core/model/request-trait.ts'
import { type CountedPart, countComparisons } from '../../../core/model/token-counts.ts'
import { areaOf, type Endpoint } from '../../../core/model/vocabulary.ts'
import { seedFor } from '../../../engine/plan/values/seed.ts'
import { contentTraits } from '../../../specification/areas/content-generation/traits.ts'
import { imagesTraits } from '../../../specification/areas/images/traits.ts'
import { messagesTraits } from '../../../specification/areas/messages/traits.ts'
import { commonTraits } from '../../../specification/areas/traits.ts'

/** The number of requests of a plan that have one trait, by operation. */
export interface TraitCount {
  readonly kind: TraitKind
  readonly name: string
  readonly requests: Readonly<Partial<Record<Endpoint, number>>>
}

const traits: readonly RequestTrait[] = [...messagesTraits, ...contentTraits, ...imagesTraits, ...commonTraits]

/**
 * Counts the requests of a plan that have each trait of the requests of clients. Sends nothing: a probe that continues
 * with replies is counted with the most requests that it may send.
 */
export async function clientTraits(
  { cases, probes }: Plan,
  context: Omit<ProbeContext, 'operations'>,
  operations: readonly Operation[],
): Promise<readonly TraitCount[]> {
  const planned = new Set([...cases, ...probes].map(({ operation }) => operation))
  const endpoints = operations.map(({ id }) => id).filter((id) => planned.has(id))
  const tally = newTally(endpoints)
  const inputs: CountedInput[] = []
  const note = ({ request, why, goesAway = false }: Noted): void => {
    const operation = operations.find((one) => one.matches(request))
    if (operation === undefined) return
    const one = { operation: operation.id, value: operation.read(request), request, why, goesAway }
    for (const trait of traits.filter(({ on }) => on.includes(operation.id)))
      tally.add(trait, operation.id, trait.has(one) ? 1 : 0)
    if (why.kind !== 'violation') inputs.push(...inputIn(operation, one))
  }
  for (const planned of cases) note(planned)
  for (const probe of probes) {
    const sent = await dryRun(probe, { ...context, operations: endpoints }, note)
    const more = probe.readsReplies === undefined ? 0 : probe.requests - sent
    if (more > 0)
      tally.add({ kind: 'own replies sent back', name: 'turns that continue replies' }, probe.operation, more)
  }
  for (const { operation, comparison } of compared(inputs))
    tally.add({ kind: 'token counts', name: `compared: ${comparison}` }, operation, 1)
  return tally.all()
}

/** A request, before its operation is known. */
type Noted = Pick<TraitRequest, 'request' | 'why'> & Partial<Pick<TraitRequest, 'goesAway'>>

/**
 * Takes the steps of a probe as if no request had a response, and only the first one of a probe that continues with
 * replies. Returns the number of requests.
 */
async function dryRun(probe: Probe, context: ProbeContext, note: (one: Noted) => void): Promise<number> {
  const steps = await probe.steps({ ...context, seed: seedFor(context.seed, probe.id) })
  let sent = 0
  for (let step = steps.next(); !step.done; step = steps.next(step.value.map(() => null))) {
    for (const request of step.value) {
      sent += 1
      const why = { kind: 'probe', probe: probe.id, step: sent } as const
      note({ request, why, goesAway: sent <= (probe.goingAway ?? 0) })
    }
    if (probe.readsReplies !== undefined) break
  }
  return sent
}

/** Adds up counts, by trait and operation. */
function newTally(endpoints: readonly Endpoint[]) {
  const counts = new Map<string, TraitCount & { readonly requests: Partial<Record<Endpoint, number>> }>()
  const add = ({ kind, name }: Pick<RequestTrait, 'kind' | 'name'>, endpoint: Endpoint, more: number): void => {
    const key = `${areaOf[endpoint]} ${kind} ${name}`
    const count = counts.get(key) ?? { kind, name, requests: {} }
    counts.set(key, count)
    count.requests[endpoint] = (count.requests[endpoint] ?? 0) + more
  }
  for (const { on, ...trait } of traits)
    for (const endpoint of endpoints.filter((one) => on.includes(one))) add(trait, endpoint, 0)
  const all = (): readonly TraitCount[] => {
    const found = [...counts.values()]
    return traitKinds.flatMap((kind) => found.filter((count) => count.kind === kind))
  }
  return { add, all }
}

/** The input of a request whose token count can be compared, as JSON. */
interface CountedInput {
  readonly operation: Endpoint
  readonly whole: string
  readonly without: readonly { readonly part: CountedPart; readonly rest: string }[]
}

function inputIn({ id, tokens }: Operation, { value }: TraitRequest): readonly CountedInput[] {
  if (tokens === undefined || value.body === undefined) return []
  const input = tokens.inputOf(value.body)
  const without = tokens.withoutParts(input).map(({ part, input: rest }) => ({ part, rest: JSON.stringify(rest) }))
  return [{ operation: id, whole: JSON.stringify(input), without }]
}

/** Yields each request whose token count is compared with that of another one, and the relation of the two. */
function* compared(inputs: readonly CountedInput[]) {
  const sent = new Map<string, Endpoint[]>()
  for (const { operation, whole } of inputs) sent.set(whole, [...(sent.get(whole) ?? []), operation])
  for (const { operation, whole, without } of inputs) {
    const same = sent.get(whole) ?? []
    const parts = without.filter(({ rest }) => sent.get(rest)?.includes(operation)).map(({ part }) => part)
    const isRepeated = same.filter((one) => one === operation).length > 1
    const isStreamed = same.some((one) => one !== operation)
    for (const comparison of countComparisons)
      if ((comparison === 'repeated' && isRepeated) || (comparison === 'streamed' && isStreamed))
        yield { operation, comparison }
      else if (parts.some((part) => part === comparison)) yield { operation, comparison }
  }
}
