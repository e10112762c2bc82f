import type { Declarable, Operation } from '../core/model/operation.ts'
import { operationsOf, type Requirement } from '../core/model/requirement.ts'
import type { Catalogue } from '../core/model/suite.ts'
import type { Area } from '../core/model/vocabulary.ts'
import contentGeneration from './areas/content-generation/index.ts'
import images from './areas/images/index.ts'
import messages from './areas/messages/index.ts'
import { shownWith } from './areas/shown-with.ts'
import tokenUsage from './areas/token-usage/index.ts'
import { behindRequirements } from './behind/index.ts'
import { sequences } from './sequences/index.ts'

const suites = [images, tokenUsage, contentGeneration, messages] as const

const requirementsOf = new Map(
  suites.map(({ area, requirements }) => [area, requirements.map((one: Requirement) => withFeatures(one))] as const),
)

/** Adds the features whose requests show a requirement. */
function withFeatures(requirement: Requirement): Requirement {
  const features = shownWith[requirement.id]
  return features === undefined ? requirement : { ...requirement, shownWith: features }
}

/** The permanent id of a requirement. */
export type RequirementId =
  | (typeof suites)[number]['requirements'][number]['id']
  | (typeof behindRequirements)[number]['id']

/** All requirements, operations, templates and probes, area by area in the order of the specification, and then those behind. */
export const catalogue: Catalogue = catalogueOf(suites.map(({ area }) => area))

/** Returns the part of the catalogue for some areas. */
export function catalogueOf(areas: readonly Area[]): Catalogue {
  const chosen = suites.filter(({ area }) => areas.includes(area))
  const operations = chosen.flatMap((suite): readonly Operation[] => suite.operations)
  const drawn = sequences.filter(({ operation }) => operations.some(({ id }) => id === operation))
  return {
    operations,
    requirements: [
      ...chosen.flatMap(({ area }) => requirementsOf.get(area) ?? []),
      ...behindRequirements.flatMap((one: Requirement) => narrowedTo(operations, one)),
    ],
    templates: chosen.flatMap(({ templates }) => templates),
    probes: [...chosen.flatMap(({ probes }) => probes), ...drawn],
    declarable: chosen.flatMap((suite): readonly Declarable[] => ('declarable' in suite ? suite.declarable : [])),
    featuresOf: new Map(chosen.map(({ area, features }) => [area, features])),
    drawing: new Map(
      chosen.flatMap((suite) => ('arbitraries' in suite ? [[suite.area, suite.arbitraries] as const] : [])),
    ),
  }
}

/** Returns a requirement for those of its operations that are chosen, if there are any. */
function narrowedTo(operations: readonly Operation[], requirement: Requirement): readonly Requirement[] {
  const [endpoint, ...alsoOn] = operationsOf(requirement).filter((id) => operations.some((one) => one.id === id))
  return endpoint === undefined ? [] : [{ ...requirement, endpoint, alsoOn }]
}
