import { declarationId } from '../../judge/index.ts'
import type { Template } from '../../model/operation.ts'
import type { Case } from '../../model/plan.ts'
import type { Catalogue } from '../../model/suite.ts'
import { areaOf, areas, type Capability, type Endpoint, endpoints } from '../../model/vocabulary.ts'
import { purposeOf } from '../../model/why.ts'
import type { Selection } from '../../record/evidence/frame.ts'

/**
 * For each thing that the vendor declares absent the request that finds out whether it is, in each selected area that
 * has one. A run that is narrowed down to some requirements asks for nothing else.
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

/** The first request of each area that asks for the ability and for nothing else, at an endpoint that is there. */
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
