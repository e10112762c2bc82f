import type { Report } from '../../../core/model/report.ts'
import { operationsOf, resultKey } from '../../../core/model/requirement.ts'
import { catalogueOf } from '../../../specification/catalogue.ts'
import { type Broken, brokenDown, type Task, type Trial } from '../trial.ts'
import { faithfulVariants, faultyGateways } from './gateways.ts'
import { resultsWith } from './try-gateway.ts'

/** Runs the suite on both sides of a gateway with one fault, or of a faithful one with habits of its own. */
export async function tryUpstream(task: Task): Promise<Trial> {
  const gateway = [...faultyGateways, ...faithfulVariants].find(({ id }) => id === task.id)
  if (gateway === undefined) throw new Error(`there is no gateway ${task.id}`)
  const { report } = await gateway.try(task.areas)
  const behind = catalogueOf(task.areas).requirements.filter((one) => one.behind === true)
  const possible = new Set(behind.flatMap((one) => operationsOf(one).map((operation) => resultKey(one.id, operation))))
  const expected = gateway.breaks.filter((result) => possible.has(result))
  const failed = resultsWith(report, 'fail')
  const { verdict, reason, sent } = report.upstream!
  const compared = {
    requests: sent,
    expected,
    missing: expected.filter((result) => !failed.includes(result)),
    surplus: failed.filter((result) => !expected.includes(result)).map((result) => brokenIn(report, result)),
  }
  if (verdict === 'inconclusive') return { ...brokenDown(task, reason), ...compared }
  return { ...task, ...compared, finish: finishOf(compared) }
}

function brokenIn({ requirements }: Report, result: string): Broken {
  const found = requirements
    .flatMap(({ id, operations }) => operations.map((one) => ({ id, ...one })))
    .find(({ id, operation }) => resultKey(id, operation) === result)
  const [finding] = found?.findings ?? []
  return { result, message: finding?.message ?? '', exchange: finding?.exchange ?? '' }
}

function finishOf({ missing, surplus }: Pick<Trial, 'missing' | 'surplus'>): Trial['finish'] {
  if (surplus.length > 0) return 'accused'
  return missing.length > 0 ? 'missed' : 'exact'
}
