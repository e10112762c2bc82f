import { startVariant, type Variant, variants } from '../../../reference-server/variants/index.ts'
import { resultKey } from '../../core/model/requirement.ts'
import type { Ruling } from '../../engine/judge/index.ts'
import { requirementOf } from '../../product/cli/faults/operations-of.ts'
import { brokenOf } from './broken-of.ts'
import type { Finish, Task, Trial } from './trial.ts'
import { trialRun } from './trial-run.ts'

/** Runs against a conforming gateway with unusual habits. Only the requirements that it declares may fail. */
export async function tryVariant(task: Task): Promise<Trial> {
  const variant = variants.find(({ id }) => id === task.id)
  if (variant === undefined) throw new Error(`there is no variant ${task.id}`)
  const { rulings, requests, altered } = await rulingsOn(variant, task)
  const isOwned = ({ requirement }: Ruling): boolean => Object.hasOwn(variant.warns ?? {}, requirement.id)
  const expected = rulings.filter(isOwned).map(({ requirement, operation }) => resultKey(requirement.id, operation))
  const judged = rulings.filter(({ requirement }) => requirement.level !== 'unspecified')
  const broken = brokenOf(judged, expected)
  const warned = new Set(broken.map(({ result }) => requirementOf(result)))
  const missing = expected.filter((result) => !warned.has(requirementOf(result)))
  const surplus = broken.filter(({ result }) => !expected.includes(result))
  const compared = { requests, expected, missing, surplus }
  const trouble = troubleWith(rulings, task)
  if (trouble !== undefined) return { ...task, finish: 'broken-down', ...compared, trouble }
  return { ...task, finish: altered === 0 ? 'unprovoked' : finishOf(missing, surplus), ...compared }
}

/** Runs areas one by one, so that the variants share their plans. */
async function rulingsOn(variant: Variant, { areas, profile, seed, explore }: Task) {
  const gateway = await startVariant(variant)
  try {
    const rulings: Ruling[] = []
    let requests = 0
    for (const area of areas) {
      const run = await trialRun({ url: gateway.url, areas: [area], profile, seed, explore })
      rulings.push(...run.rulings)
      requests += run.requests
    }
    return { rulings, requests, altered: gateway.altered() }
  } finally {
    await gateway.close()
  }
}

/** Returns a problem if the run judged too little to prove anything. */
function troubleWith(rulings: readonly Ruling[], { profile }: Task): string | undefined {
  const passed = rulings.filter(({ verdict }) => verdict === 'pass').length
  const enough = profile === 'smoke' ? 1 : Math.floor(rulings.length / 2) + 1
  return passed < enough ? `only ${passed} of ${rulings.length} requirements passed` : undefined
}

function finishOf(missing: Trial['missing'], surplus: Trial['surplus']): Finish {
  if (surplus.length > 0) return 'accused'
  return missing.length > 0 ? 'missed' : 'exact'
}
