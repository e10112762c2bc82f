import { type Template, totalCost } from '../../../core/model/operation.ts'
import type { Case, Plan } from '../../../core/model/plan.ts'
import type { Catalogue } from '../../../core/model/suite.ts'
import {
  areaOf,
  areas,
  type Capability,
  capabilities,
  type Endpoint,
  endpoints,
} from '../../../core/model/vocabulary.ts'
import { purposeOf } from '../../../core/model/why.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import type { ViolationsOn } from '../../../engine/drive/on-accepted.ts'
import { planRun } from '../../../engine/generate/plan.ts'
import type { OnDrawn, PlanOptions } from '../../../engine/generate/plan-options.ts'
import { declarationId } from '../../../engine/judge/index.ts'
import type { Selection } from '../../../engine/record/evidence/frame.ts'
import { configured } from '../../../specification/areas/configured.ts'
import type { RunOptions } from '../../config/run-options.ts'
import { selectedOperations, wantedBy } from '../../config/selection.ts'
import { isEmpty } from './empty-share.ts'

export type PlanInput = Pick<RunOptions, 'selection' | 'profile' | 'seed' | 'betas' | 'speech' | 'shard'>

/** Returns the whole plan of a run with these options. */
export async function planFor(input: PlanInput, catalogue: Catalogue, onDrawn?: OnDrawn): Promise<Plan> {
  const plan = await planRun({ ...planOptions(input, catalogue), onDrawn })
  return withCases(plan, declarationCases(input.selection, catalogue))
}

/** Makes violations in requests that the target of a run accepted. */
export function violationsFor(input: PlanInput, catalogue: Catalogue): ViolationsOn {
  const options = planOptions(input, catalogue)
  return async (operation, accepted) =>
    (await import('../../../engine/generate/stream.ts')).violationsOn(options, operation, accepted)
}

function planOptions({ selection, profile, seed, betas, speech, shard }: PlanInput, catalogue: Catalogue): PlanOptions {
  const { unsupported } = selection
  const wants = wantedBy(selection)
  return {
    catalogue: configured(catalogue, { betas, speech }),
    profile,
    seed,
    shard,
    operations: selectedOperations(selection),
    unsupported: capabilities.filter((capability) => unsupported.includes(capability)),
    wants,
  }
}

function withCases(plan: Plan, more: readonly Case[]): Plan {
  return {
    ...plan,
    cases: [...plan.cases, ...more],
    requests: plan.requests + more.length,
    cost: totalCost([plan, ...more].map(({ cost }) => cost)),
  }
}

/**
 * Throws a `UsageError` if a plan is empty, since it would prove nothing. A share of a plan that is not empty may be.
 */
export function rejectEmpty(plan: Plan, { selection: { areas, requirements }, profile }: PlanInput): void {
  if (!isEmpty(plan)) return
  throw new UsageError(
    `the profile ${profile} sends nothing for ${requirements.join(', ') || areas.join(', ')}; try --profile thorough`,
  )
}

/**
 * Returns the requests that check what the vendor declares as unsupported, in each selected area that has it. A run
 * that is limited to some requirements sends none of them.
 */
export function declarationCases(selection: Selection, catalogue: Catalogue): readonly Case[] {
  if (selection.requirements.length > 0) return []
  return selection.unsupported.flatMap((capability) => {
    const templates = isEndpoint(capability)
      ? plainTemplates(capability, catalogue)
      : askingFor(capability as Capability, selection, catalogue)
    const reached = templates.filter(({ operation }) => selection.areas.includes(areaOf[operation]))
    return reached.map((template) => caseFor(capability as Endpoint | Capability, template, catalogue))
  })
}

function isEndpoint(capability: string): capability is Endpoint {
  return (endpoints as readonly string[]).includes(capability)
}

function plainTemplates(endpoint: Endpoint, { templates }: Catalogue): readonly Template[] {
  return templates.filter(({ operation }) => operation === endpoint).slice(0, 1)
}

/** Returns the first request of each area that needs this capability and no other, at a supported endpoint. */
function askingFor(capability: Capability, { unsupported }: Selection, catalogue: Catalogue): readonly Template[] {
  const all: readonly Template[] = [...catalogue.templates, ...(catalogue.declarable ?? [])]
  const asking = all.filter(
    ({ capabilities = [], operation }) =>
      capabilities.length === 1 && capabilities[0] === capability && !unsupported.includes(operation),
  )
  return areas.flatMap((area) => asking.find(({ operation }) => areaOf[operation] === area) ?? [])
}

function caseFor(capability: Endpoint | Capability, template: Template, { operations }: Catalogue): Case {
  const operation = operations.find(({ id }) => id === template.operation)!
  const why = { kind: 'declaration', capability } as const
  return {
    id: declarationId(capability, operation.id),
    operation: operation.id,
    why,
    purpose: purposeOf(why) ?? '',
    request: operation.write(template.value),
    cost: operation.cost(template.value),
    aims: [],
  }
}
