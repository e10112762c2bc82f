import { formsInWords } from '../../../core/model/credential.ts'
import { isComplete2xx, type Observation } from '../../../core/model/observation.ts'
import { visibleLine } from '../../../core/text/visible.ts'
import type { AdvisedTarget } from './advice.ts'
import { inBrackets, mostFrequent, wordsOf } from './quoted.ts'
import { unknownModelOf } from './unknown-model.ts'

/**
 * Returns hints about the configuration from plain requests that were not accepted, for the user who watches the start
 * of the run. Each hint appears once, even if several plain requests of an operation were tried. `large` are the ids of
 * the exchanges whose bodies were left out; nothing is said about those bodies.
 */
export function passingTrouble(
  seen: readonly Observation[],
  aim: AdvisedTarget,
  large: ReadonlySet<string>,
): readonly string[] {
  const notes = seen.flatMap((one) => {
    const remedy = remedyFor(one, aim)
    const words = one.responseClass === 'denied' ? inBrackets(wordsOf(one, large)) : ''
    return remedy === undefined
      ? []
      : [`${one.operation.id} returned ${one.status} for its plain request${words}: ${remedy}`]
  })
  const common = alike(seen, aim, large)
  const single = common.length > 0 ? [] : rejected(seen, aim, large)
  return [...new Set([...common, ...notes, ...single, ...stoppedLater(seen, large), ...foreign(seen, aim, large)])]
}

/** Returns hints for operations that accept the key in another form, and then reject the request for another reason. */
function stoppedLater(seen: readonly Observation[], large: ReadonlySet<string>): readonly string[] {
  return seen.flatMap((one) => {
    const { why } = one.exchange
    if (why?.kind !== 'form' || (one.responseClass !== 'rejected' && one.responseClass !== 'failed')) return []
    const words = inBrackets(wordsOf(one, large))
    return [
      `${one.operation.id} accepts the key in the ${formsInWords[why.form]}, and then returned ${one.status}${words}`,
    ]
  })
}

/**
 * Returns hints for operations that have served no request so far. The target's message may name the member it
 * requires.
 */
function rejected(seen: readonly Observation[], aim: AdvisedTarget, large: ReadonlySet<string>): readonly string[] {
  const { requests, config = 'a config file' } = aim
  const served = new Set(
    seen.filter(({ responseClass }) => isComplete2xx(responseClass)).map(({ operation }) => operation.id),
  )
  const plain = new Map([...seen].reverse().map((one) => [one.operation.id, one]))
  return [...plain].flatMap(([operation, one]) => {
    const isRejected = one.responseClass === 'rejected' || one.responseClass === 'failed'
    if (!isRejected || served.has(operation) || remedyFor(one, aim) !== undefined) return []
    const remedy = requests?.has(operation)
      ? `correct the members under requests: in ${config}`
      : `if the gateway needs a member in every request, name it under requests: in ${config}`
    return [`${operation} returned ${one.status} for its plain request${inBrackets(wordsOf(one, large))}: ${remedy}`]
  })
}

/** Returns a hint if all plain requests are rejected with the same status, which suggests one common cause. */
function alike(
  seen: readonly Observation[],
  { config = 'a config file' }: AdvisedTarget,
  large: ReadonlySet<string>,
): readonly string[] {
  const [first] = seen
  const operations = new Set(seen.map(({ operation }) => operation.id))
  const { status } = first ?? {}
  const isAlike = operations.size > 1 && status !== undefined && status >= 400
  if (!isAlike || seen.some((one) => one.status !== status || one.responseClass === 'denied')) return []
  if (seen.some((one) => unknownModelOf(one) !== undefined)) return []
  const remedy =
    status >= 500
      ? 'check the log of the gateway; is a service behind it missing?'
      : `if the gateway requires a header or member of its own in every request, set it under extraHeaders: or requests: in ${config}`
  const text = mostFrequent(seen.flatMap((one) => wordsOf(one, large) ?? []))
  return [`all plain requests get the same response, ${status}${inBrackets(text)}: ${remedy}`]
}

/**
 * Returns hints for 2xx responses that are no valid responses of their operations. If no operation responds as it
 * should, another service may be at this address. If others do, the target may not have this operation.
 */
function foreign(
  seen: readonly Observation[],
  { config = 'a config file' }: AdvisedTarget,
  large: ReadonlySet<string>,
): readonly string[] {
  const whole = seen.filter(({ exchange }) => !large.has(exchange.id))
  const strange = whole.filter(({ status, isRecognised }) => status !== undefined && status < 300 && !isRecognised)
  const operations = new Map<string, Set<string>>()
  for (const one of strange) {
    const answer = `${one.status} for its plain request with a body that is not a valid response of the operation${inBrackets(wordsOf(one, large))}`
    operations.set(answer, (operations.get(answer) ?? new Set()).add(one.operation.id))
  }
  const remedy = seen.some(({ isRecognised }) => isRecognised)
    ? `if the gateway does not support it, declare that under unsupported: in ${config}`
    : 'does this address lead to the gateway?'
  return [...operations].map(([answer, ids]) => `${[...ids].join(', ')} returned ${answer}: ${remedy}`)
}

function remedyFor(
  seen: Observation,
  { models = {}, config = 'a config file', keyFrom }: AdvisedTarget,
): string | undefined {
  const model = unknownModelOf(seen)
  if (model !== undefined)
    return `it does not know the model "${visibleLine(models[model] ?? model)}"; see models: in ${config}`
  if (seen.responseClass === 'denied')
    return `the key is rejected there; check ${keyFrom}, or give that area its own under keys: in ${config}`
  if (seen.status === 404 || seen.status === 405)
    return `if the gateway does not support it, declare that under unsupported: in ${config}`
  return undefined
}
