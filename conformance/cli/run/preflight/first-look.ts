import type { Selection } from '../../../evidence/frame.ts'
import type { Case, Plan } from '../../../model/plan.ts'
import type { Catalogue } from '../../../model/suite.ts'
import type { Endpoint } from '../../../model/vocabulary.ts'
import { areaOf, exclusionBy } from '../../report/selection.ts'
import type { RunOptions } from '../options/run-options.ts'
import { openClient } from '../target/open-client.ts'
import type { Target } from '../target/target.ts'
import { looks } from './better-url.ts'

/** Milliseconds for a look that only finds out whether anybody is there. */
const lookMs = 5000

/**
 * Whether a target cannot be spoken to at all, found out with one free request: planning takes longer than that, and
 * whoever mistyped a port need not wait for it. What is only slow to answer is no such target.
 */
export async function cannotBeReached(
  target: Target,
  { targetOptions, selection, maxRequests }: Pick<RunOptions, 'targetOptions' | 'selection' | 'maxRequests'>,
  { operations }: Catalogue,
  signal: AbortSignal,
): Promise<boolean> {
  // A plan for some requirements may turn out empty, which is refused before anything is sent; and whoever counts
  // requests is sent no more of them.
  if (target.embedded || selection.requirements.length > 0 || maxRequests !== undefined) return false
  const spoken = { target, options: targetOptions, operations }
  const client = openClient(spoken, { timeoutMs: lookMs, maxResponseBytes: 1 << 16 })
  try {
    const { response, trouble } = await client.send(looks[0]!, 'first-look', signal)
    return response === null && trouble !== undefined
  } finally {
    await client.close()
  }
}

/**
 * What is sent to a target that cannot be reached, for the evidence that it cannot: the plain request of each operation.
 * It owes what a whole plan owes, so that a target that comes up in between is not found conforming by so little.
 */
export function plainRequestsAlone(selection: Selection, catalogue: Catalogue): Plan {
  const exclusion = exclusionBy(selection)
  const isWanted = (endpoint: Endpoint) =>
    selection.areas.includes(areaOf[endpoint]) && !selection.unsupported.includes(endpoint)
  const cases = catalogue.operations.flatMap((operation): readonly Case[] => {
    const template = catalogue.templates.find((one) => one.operation === operation.id)
    if (template === undefined || !isWanted(operation.id)) return []
    const request = operation.write(template.value)
    const cost = operation.cost(template.value)
    const purpose = `the plain request of ${operation.id}`
    return [
      { id: `${operation.id}/plain`, operation: operation.id, origin: 'preflight', purpose, request, cost, aims: [] },
    ]
  })
  const owed = catalogue.requirements.filter((one) => one.conditional === undefined && exclusion(one) === undefined)
  const sum = (unit: 'calls' | 'images') => cases.reduce((total, { cost }) => total + cost[unit], 0)
  return {
    cases,
    probes: [],
    aims: new Set(owed.map(({ id }) => id)),
    requests: cases.length,
    cost: { calls: sum('calls'), images: sum('images') },
  }
}
