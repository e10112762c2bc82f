import { visibleLine } from '../../../reports/visible.ts'
import { isComplete2xx, type Observation } from '../../model/observation.ts'
import type { AdvisedTarget } from './advice.ts'
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
    return remedy === undefined ? [] : [`${one.operation.id} returned ${one.status} for its plain request: ${remedy}`]
  })
  const common = alike(seen, aim, large)
  const single = common.length > 0 ? [] : rejected(seen, aim, large)
  return [...new Set([...common, ...notes, ...single, ...foreign(seen, aim, large)])]
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
    return [`${operation} returned ${one.status} for its plain request${quoted(textOf(one, large))}: ${remedy}`]
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
  const text = mostFrequent(seen.flatMap((one) => textOf(one, large) ?? []))
  return [`all plain requests get the same response, ${status}${quoted(text)}: ${remedy}`]
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
    const answer = `${one.status} for its plain request with a body that is not a valid response of the operation${quoted(textOf(one, large))}`
    operations.set(answer, (operations.get(answer) ?? new Set()).add(one.operation.id))
  }
  const remedy = seen.some(({ isRecognised }) => isRecognised)
    ? `if the gateway does not support it, declare that under unsupported: in ${config}`
    : 'does this address lead to the gateway?'
  return [...operations].map(([answer, ids]) => `${[...ids].join(', ')} returned ${answer}: ${remedy}`)
}

function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0]
}

/** The most characters of a response that are quoted. */
const quotedCharacters = 160

function quoted(text: string | undefined): string {
  if (text === undefined) return ''
  const line = visibleLine(text.replace(/\s+/g, ' ').trim())
  if (line === '') return ' with an empty body'
  return ` ("${line.length > quotedCharacters ? `${line.slice(0, quotedCharacters)}…` : line}")`
}

/** Returns the message of an error, or else the beginning of the body; `undefined` if the body was left out. */
function textOf({ json, body, exchange }: Observation, large: ReadonlySet<string>): string | undefined {
  if (large.has(exchange.id)) return undefined
  return messageIn(json) ?? Buffer.from(body.subarray(0, 4096)).toString('utf8')
}

function messageIn(json: unknown): string | undefined {
  const { error, message } = Object(json) as { readonly error?: unknown; readonly message?: unknown }
  const inner = Object(error) as { readonly message?: unknown }
  return [message, inner.message, error].find((one) => typeof one === 'string')
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
