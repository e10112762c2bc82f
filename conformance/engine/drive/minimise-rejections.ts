import { isObject } from '../../../schemas/json.ts'
import { below, get, set, stepsOf } from '../../../schemas/json-pointer.ts'
import { hasAwkwardText } from '../../core/model/awkward.ts'
import { envelopeParts, offering, withoutEnvelope } from '../../core/model/envelope.ts'
import { mediaType, type RecordedRequest } from '../../core/model/exchange.ts'
import type { Operation, RequestValue } from '../../core/model/operation.ts'
import { plainlyWritten } from '../../core/wire/json-spelling.ts'
import { findBounds, mostForBounds } from '../minimise/bounds.ts'
import { fitnessOf, minimise, type TrialOutcome } from '../minimise/minimise.ts'
import { compareWithNearest, type MemberChange, withChange } from '../minimise/nearest-accepted.ts'
import { readingSize } from '../minimise/plainer-values.ts'
import { everySpot } from '../minimise/steps.ts'
import { mixed } from '../plan/budget.ts'
import { numbered } from '../plan/draft.ts'
import { isSame } from '../plan/schema/json.ts'
import type { Language } from '../plan/schema/language.ts'
import { classify, reducible } from '../plan/violations.ts'
import { attempt, attemptAgain, isTrouble } from './attempts.ts'
import { costOf } from './billing-budget.ts'
import { type Blamed, blameIn, isSettled, withoutBlamed, withSmallestMembers } from './blamed.ts'
import { isServing } from './control-requests.ts'
import type { RejectedRequest, Run, Troubled } from './run-types.ts'
import { newTrials } from './trials.ts'

/** A valid request that was rejected. */
interface Rejected {
  readonly id: string
  readonly operation: Operation
  readonly request: RecordedRequest
  readonly value: RequestValue
  /** True if the request is in the usual spelling. */
  readonly isAsWritten: boolean
}

const mostPerRejection = 60

const mostCauses = 4

/** The most images that one comparison with an accepted request may cost, so that enough are left for planned requests. */
const mostImagesCompared = 2

/**
 * Minimises the valid requests that were rejected: first those with a feature that was never accepted and has no known
 * cause, the smallest first (interpretation G2). Each leads to two requests:
 * the smallest one that is still rejected, and a neighbour that is accepted. The judge concludes from the pair. A
 * request that contains a known cause of rejection is first sent without it.
 */
export async function minimiseRejections(
  run: Run,
  language: Language,
  rejected: readonly RejectedRequest[],
): Promise<void> {
  const open = rejectedByOperation(run, language, rejected)
  const left = [...mixed(open.map(({ rejected }) => rejected))]
  const stateOf = (one: Rejected) => open.find(({ operation }) => operation === one.operation)!
  while (left.length > 0) {
    const needed = left.findIndex((one) => isUnexplained(run, language, one, stateOf(one)))
    const [one] = left.splice(Math.max(needed, 0), 1)
    if (one === undefined || run.spending.left.rejections <= 0) return
    await minimiseOne(run, language, one, stateOf(one))
  }
}

/** Returns whether a request uses a feature that was never accepted, beside the known causes of rejection. */
function isUnexplained(run: Run, language: Language, one: Rejected, state: OperationState) {
  const { operation, blamed } = state
  const accepted = run.learned.acceptedUses(operation.id)
  return usesBeyond(run, language, one, state).some(
    (requirement) =>
      !accepted.has(requirement) && !blamed.some((one) => one.requirements.has(requirement) && isSettled(one, blamed)),
  )
}

/** Returns the features of a request beside the known causes. Looks again once there are further causes. */
function usesBeyond(
  run: Run,
  language: Language,
  one: Rejected,
  { operation, blamed, beyond }: OperationState,
): readonly string[] {
  const known = beyond.get(one)
  if (known?.causes === blamed.length) return known.uses
  const rest = withoutBlamed(language, operation, one.value, blamed)
  const sent = rest === undefined ? plainWithFeatures(run, language, one, blamed) : [rest]
  const said = sent.flatMap((value) => language.validate(operation.schemas.request ?? '', value).uses)
  const uses = said.map(({ requirement }) => requirement)
  beyond.set(one, { causes: blamed.length, uses })
  return uses
}

/** The rejected requests of one operation, and the causes found so far. */
interface OperationState {
  readonly operation: Operation
  readonly rejected: readonly Rejected[]
  readonly blamed: Blamed[]
  /** Changes of a rejected request that led to its acceptance. Others are sent with them first. */
  readonly cures: MemberChange[]
  /** The features of rejected requests beside a number of causes. */
  readonly beyond: Map<Rejected, { readonly causes: number; readonly uses: readonly string[] }>
}

function rejectedByOperation(run: Run, language: Language, all: readonly RejectedRequest[]): readonly OperationState[] {
  const found = all.flatMap(({ id, request }): readonly Rejected[] => {
    const start = reducible(language, run.operations, request)
    if (start?.class !== 'valid' || run.learned.baseOf(start.operation.id) === undefined) return []
    const { operation, value, isAsWritten } = start
    return operation.schemas.request === undefined ? [] : [{ id, operation, request, value, isAsWritten }]
  })
  const ordered = found.toSorted((a, b) => effortOf(a) - effortOf(b) || (a.id < b.id ? -1 : 1))
  return run.operations.map((operation) => ({
    operation,
    rejected: ordered.filter((one) => one.operation === operation),
    blamed: [],
    cures: [],
    beyond: new Map(),
  }))
}

/** Returns the effort of sending and reading a request. A large file may look small, since its value has only facts of it. */
function effortOf({ value, request }: Rejected): number {
  return readingSize(value) + request.body.length
}

async function minimiseOne(
  run: Run,
  language: Language,
  one: Rejected,
  { operation, blamed, cures }: OperationState,
): Promise<void> {
  const trial = startTrial(run, one)
  const plain = run.learned.baseOf(operation.id)
  const from = { base: plain === undefined ? undefined : operation.read(plain), original: one.value }
  let value = await reproduced(language, one, blamed, trial)
  if (value !== undefined && (await isCured(language, { operation, value }, cures, trial))) return
  for (let causes = 0; value !== undefined && causes < mostCauses; causes += 1) {
    const rest = withoutBlamed(language, operation, value, blamed)
    for (const smaller of withSmallestMembers(language, operation, value, blamed)) await trial.send(smaller)
    if (rest === undefined)
      for (const plain of plainWithFeatures(run, language, { operation, value }, blamed))
        if ((await trial.send(plain)) === 'holds')
          await compareWithAccepted(run, language, { operation, value: plain }, trial)
    if (rest === undefined || (rest !== value && (await trial.send(rest)) !== 'holds')) return
    if (rest === value && causes > 0) return
    value = rest
    const added = await causeOf(run, language, { operation, value }, trial, from, cures)
    if (added === undefined || blamed.some((known) => isSame([...known.requirements], [...added.requirements]))) return
    blamed.push(added)
  }
}

/** Returns the request in which to look for a cause, without awkward texts if possible, if its rejection repeats. */
async function reproduced(
  language: Language,
  one: Rejected,
  blamed: readonly Blamed[],
  trial: Trial,
): Promise<RequestValue | undefined> {
  const { operation, value } = one
  if (!one.isAsWritten && (await isAboutJson(one, trial))) return undefined
  // A rejection that does not repeat was chance. One that the usual spelling avoids is caused by the spelling.
  const isExplained = one.isAsWritten && withoutBlamed(language, operation, value, blamed) !== value
  if (!isExplained && (await trial.send(value)) !== 'holds') {
    // In the usual envelope, the same body shows which of both is the cause.
    if (envelopeParts(offering(one.request)).length > 0) await trial.sendRequest(withoutEnvelope(one.request))
    return undefined
  }
  const plainer = withPlainTexts(value)
  if (isSame(plainer, value)) return value
  const isValid = classify(language, operation, plainer)?.class === 'valid'
  // Letters beyond ASCII are ordinary, so their rejection is minimised (interpretation G13).
  if (isValid && (await trial.send(plainer)) === 'holds') return plainer
  return hasAwkwardText(value) ? undefined : value
}

/** Returns whether a change that made another request accepted does so here, too, with all features of the request. */
async function isCured(
  language: Language,
  { operation, value }: Pick<Rejected, 'operation' | 'value'>,
  cures: readonly MemberChange[],
  trial: Trial,
): Promise<boolean> {
  const namesOf = (one: RequestValue) =>
    language.validate(operation.schemas.request ?? '', one).uses.map(({ requirement }) => requirement)
  const fitness = fitnessOf(language, operation, 'valid')
  for (const cure of cures) {
    const changed = withChange(value, cure)
    const kept = new Set(namesOf(changed))
    const isValid = !isSame(changed, value) && fitness(changed).fits
    if (!isValid || !namesOf(value).every((name) => kept.has(name))) continue
    if ((await trial.send(changed)) === 'gone') return true
  }
  return false
}

/** Minimises a rejected request that `original` led to, and returns its features beyond `base` as the cause. */
async function causeOf(
  run: Run,
  language: Language,
  { operation, value }: Pick<Rejected, 'operation' | 'value'>,
  trial: Trial,
  { base, original }: { readonly base: RequestValue | undefined; readonly original: RequestValue },
  cures: MemberChange[],
): Promise<Blamed | undefined> {
  const known = base === undefined ? [] : [base]
  const smallest = await minimise(
    language,
    { operation, kind: 'valid', value, base, known, isRespelled: true },
    async (smaller) => (trial.left > mostForBounds ? trial.send(smaller) : 'spent'),
  )
  if (!(await trial.isRepeated(smallest))) {
    // This rejection was chance; the judge sees both attempts. The request that led here may have been rejected by
    // chance too.
    if (smallest !== original) await trial.isRepeated(original)
    return undefined
  }
  await findBounds(language, { operation, value: smallest, accepted: acceptedValues(run, operation) }, trial.send)
  // A feature that was accepted elsewhere is not the reason (interpretation G2).
  const cure = await compareWithAccepted(run, language, { operation, value: smallest }, trial)
  const accepted = run.learned.acceptedUses(operation.id)
  const added = blameIn(language, operation, { value: smallest, original, base, accepted })
  if (added.requirements.size > 0) return added
  if (cure !== undefined) cures.push(cure)
  if (!isSame(smallest, original)) await compareWithAccepted(run, language, { operation, value: original }, trial)
  for (const other of withPlainOfSameLength(language, operation, smallest, base)) await trial.send(other)
  return undefined
}

async function compareWithAccepted(
  run: Run,
  language: Language,
  { operation, value }: Pick<Rejected, 'operation' | 'value'>,
  trial: Trial,
): Promise<MemberChange | undefined> {
  const known = run.learned.acceptedUses(operation.id)
  const beside = { operation, value, accepted: acceptedValues(run, operation), known }
  const isCheap = (one: RequestValue) => costOf(run, operation.write(one)).images <= mostImagesCompared
  return compareWithNearest(language, beside, async (one) => (isCheap(one) ? trial.send(one) : 'spent'))
}

function acceptedValues({ learned }: Run, operation: Operation): readonly RequestValue[] {
  return learned.acceptedOf(operation.id).map(({ request }) => operation.read(request))
}

/**
 * Returns whether a request is accepted once its JSON has the usual spelling. If so, sends the original again: the pair
 * shows that the spelling is the cause (interpretation G13).
 */
async function isAboutJson({ operation, request, value }: Rejected, trial: Trial): Promise<boolean> {
  if (mediaType(request.headers) !== 'application/json') return false
  const bodies = [plainlyWritten(request.body), operation.write(value).body]
  for (const body of bodies) {
    if (body === undefined || (await trial.sendRequest({ ...request, body })) !== 'gone') continue
    await trial.sendRequest(request)
    return true
  }
  return false
}

/**
 * Returns the plain request with one member of a rejected request each, for the features that were never accepted. It
 * decides about a feature if the request cannot do without the known cause: `metadata` beside `tools` and their results.
 */
function plainWithFeatures(
  run: Run,
  language: Language,
  { operation, value }: Pick<Rejected, 'operation' | 'value'>,
  blamed: readonly Blamed[],
): readonly RequestValue[] {
  const sent = run.learned.baseOf(operation.id)
  if (sent === undefined) return []
  const base = operation.read(sent)
  const usedIn = (one: RequestValue) => language.validate(operation.schemas.request ?? '', one).uses
  const isBlamed = (name: string): boolean => blamed.some(({ requirements }) => requirements.has(name))
  const accepted = run.learned.acceptedUses(operation.id)
  const open = usedIn(value).filter(({ requirement }) => !accepted.has(requirement) && !isBlamed(requirement))
  const members = new Set(open.map(({ pointer }) => stepsOf(pointer).slice(0, 2).reduce(below, '')))
  return [...members]
    .map((pointer) => set(base, pointer, get(value, pointer)))
    .filter((plain) => {
      const uses = usedIn(plain).map(({ requirement }) => requirement)
      const isAbout = open.some(({ requirement }) => uses.includes(requirement))
      return isAbout && !uses.some(isBlamed) && classify(language, operation, plain)?.class === 'valid'
    })
}

/**
 * Replaces each text that is awkward or beyond ASCII with plain text of the same length, and each awkward name with a plain
 * one (interpretation G13).
 */
function withPlainTexts(value: RequestValue): RequestValue {
  const names = new Map<string, string>()
  const nameFor = (name: string): string => {
    const plain = names.get(name) ?? (hasAwkwardText({ body: name }) ? `name_${names.size + 1}` : name)
    names.set(name, plain)
    return plain
  }
  const plain = (at: unknown): unknown => {
    if (typeof at === 'string') return names.get(at) ?? (isPlainText(at) ? at : plainOf(at.length))
    if (Array.isArray(at)) return at.map(plain)
    if (!isObject(at)) return at
    return Object.fromEntries(Object.entries(at).map(([name, member]) => [nameFor(name), plain(member)]))
  }
  return { ...value, body: plain(value.body) }
}

/** The most texts of a rejected request that are replaced, one at a time. */
const mostTexts = 2

/** Returns a rejected request with plain text in place of one of its texts. If it is accepted, the length is not the cause. */
function withPlainOfSameLength(
  language: Language,
  operation: Operation,
  value: RequestValue,
  base: RequestValue | undefined,
): readonly RequestValue[] {
  return [...everySpot(value.body, '/body')]
    .flatMap(({ pointer, value: text }) => {
      if (typeof text !== 'string' || get(base, pointer) === text) return []
      return [set(value, pointer, plainOf(text.length))]
    })
    .filter((plain) => !isSame(plain, value) && classify(language, operation, plain)?.class === 'valid')
    .slice(0, mostTexts)
}

function isPlainText(text: string): boolean {
  return !hasAwkwardText({ body: text }) && /^[\t\n\r -~]*$/.test(text)
}

function plainOf(length: number): string {
  return 'Name a color. '
    .repeat(Math.ceil(length / 14))
    .slice(0, length)
    .replace(/ $/, '.')
}

/** Sends requests for one rejected request, within the budget. */
interface Trial {
  /** The number of requests that its own limit still allows. */
  readonly left: number
  send(value: RequestValue): Promise<TrialOutcome>
  sendRequest(request: RecordedRequest): Promise<TrialOutcome>
  /**
   * Sends a rejected request again and returns whether it is rejected again. A server error counts if it comes again
   * while others are served (interpretation G11).
   */
  isRepeated(value: RequestValue): Promise<boolean>
}

function startTrial(run: Run, { id, operation }: Rejected): Trial {
  const trials = newTrials({ most: mostPerRejection, shared: { left: run.spending.left, of: 'rejections' } })
  const troubled = new Map<RequestValue, Troubled>()
  const send = (value: RequestValue) => sendRequest(operation.write(value), value)
  return {
    get left() {
      return mostPerRejection - trials.count
    },
    async isRepeated(value) {
      const one = troubled.get(value)
      if (one === undefined) return (await send(value)) !== 'gone'
      await isServing(run, one.request)
      await attemptAgain(run, one)
      return true
    },
    send,
    sendRequest,
  }

  async function sendRequest(request: RecordedRequest, value?: RequestValue): Promise<TrialOutcome> {
    const outcome = await trials.next(costOf(run, request), async (number) => {
      const why = { kind: 'smaller', of: id, number } as const
      const intent = { caseId: `${id}/smaller-${numbered(number)}`, why, operation: operation.id }
      const sending = { expectation: 'extra', isTrial: true } as const
      const tried = await attempt(run, intent, request, sending)
      if ('responseClass' in tried && value !== undefined && isTrouble(tried))
        troubled.set(value, { intent, request, sending })
      return tried
    })
    if (outcome === undefined) return 'spent'
    return outcome.isRejectedInVain ? 'holds' : 'gone'
  }
}
