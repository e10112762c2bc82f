import { resultKey } from '../../../core/model/requirement.ts'
import { type UpstreamSection, upstreamIds } from '../../../core/model/upstream.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { type Broken, brokenDown, type Task, type Trial } from '../trial.ts'
import { faithfulVariants, faultyGateways } from './gateways.ts'
import { resultsWith } from './try-gateway.ts'

/** Runs the suite on both sides of a gateway with one fault, or of a faithful one with habits of its own. */
export async function tryUpstream(task: Task): Promise<Trial> {
  const gateway = [...faultyGateways, ...faithfulVariants].find(({ id }) => id === task.id)
  if (gateway === undefined) throw new Error(`there is no gateway ${task.id}`)
  const { section } = await gateway.try(task.areas)
  const possible = new Set(upstreamIds.flatMap((id) => operationsIn(task).map((operation) => resultKey(id, operation))))
  const expected = gateway.breaks.filter((result) => possible.has(result))
  const failed = resultsWith(section, 'fail')
  const compared = {
    requests: section.sent,
    expected,
    missing: expected.filter((result) => !failed.includes(result)),
    surplus: failed.filter((result) => !expected.includes(result)).map((result) => brokenIn(section, result)),
  }
  if (section.verdict === 'inconclusive')
    return { ...brokenDown(task, section.reason ?? 'the experiment was inconclusive'), ...compared }
  return { ...task, ...compared, finish: finishOf(compared) }
}

function operationsIn({ areas }: Task): readonly Endpoint[] {
  return catalogue.operations.filter(({ area }) => areas.includes(area)).map(({ id }) => id)
}

function brokenIn({ results }: UpstreamSection, result: string): Broken {
  const found = results.find(({ id, operation }) => resultKey(id, operation) === result)
  const [finding] = found?.findings ?? []
  return { result, message: finding?.message ?? '', exchange: finding?.trial ?? '' }
}

function finishOf({ missing, surplus }: Pick<Trial, 'missing' | 'surplus'>): Trial['finish'] {
  if (surplus.length > 0) return 'accused'
  return missing.length > 0 ? 'missed' : 'exact'
}
