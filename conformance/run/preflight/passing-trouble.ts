import { visibleLine } from '../../../reports/visible.ts'
import type { Observation } from '../../model/observation.ts'
import type { Aim } from './advice.ts'
import { unknownModelOf } from './unknown-model.ts'

/**
 * What plain requests that were not accepted suggest about the configuration, for people who watch the run begin: each
 * thing once, however many plain requests of an operation were tried.
 */
export function passingTrouble(seen: readonly Observation[], aim: Aim): readonly string[] {
  const notes = seen.flatMap((one) => {
    const remedy = remedyFor(one, aim)
    return remedy === undefined ? [] : [`${one.operation.id} answers ${one.status} to its plain request: ${remedy}`]
  })
  return [...new Set(notes)]
}

function remedyFor(seen: Observation, { models = {}, config = 'a config file', keyFrom }: Aim): string | undefined {
  const model = unknownModelOf(seen)
  if (model !== undefined)
    return `it does not know the model "${visibleLine(models[model] ?? model)}"; see models: in ${config}`
  if (seen.responseClass === 'denied')
    return `the key is rejected there; check ${keyFrom}, or give that area its own under keys: in ${config}`
  if (seen.status === 404 || seen.status === 405)
    return `if the gateway does not have it, say so under unsupported: in ${config}`
  return undefined
}
