import { member } from '../../../../schemas/json.ts'
import type { Observation } from '../../../core/model/observation.ts'

const isMissing =
  /not[ _](be )?found|(does|do)( not|n['’]t) exist|unknown|no such|invalid|unsupported|not (supported|available|exist)|no access|unavailable/i

/**
 * Returns the model that the target does not know, according to its rejection, by the specification's name; `undefined`
 * if the rejection does not say so. The message is read only for advice and affects no verdict.
 */
export function unknownModelOf({ responseClass, status, request, exchange, json }: Observation): string | undefined {
  const model = request.value.path?.['model'] ?? member(request.value.body, 'model')
  if (typeof model !== 'string' || responseClass !== 'rejected' || ![400, 404, 422].includes(status ?? 0))
    return undefined
  // The message may repeat a path that does not exist, and the word "model" in it.
  const path = exchange.request.path.split('?')[0]!
  const told = textOf(json)
    .replaceAll(path, '')
    .replaceAll(/\S*\/models\/\S*:\w+/g, '')
  return /model/i.test(told) && isMissing.test(told) ? model : undefined
}

function textOf(json: unknown): string {
  return typeof json === 'object' && json !== null ? JSON.stringify(json).slice(0, 8192) : ''
}
