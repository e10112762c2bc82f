import contentGeneration from './areas/content-generation/index.ts'
import images from './areas/images/index.ts'
import messages from './areas/messages/index.ts'
import tokenUsage from './areas/token-usage/index.ts'
import { sequences } from './explore/sequences/index.ts'
import type { Declarable, Operation } from './model/operation.ts'
import type { Catalogue } from './model/suite.ts'
import type { Area } from './model/vocabulary.ts'

const suites = [images, tokenUsage, contentGeneration, messages] as const

/** The permanent id of a requirement. */
export type RequirementId = (typeof suites)[number]['requirements'][number]['id']

/** All requirements, operations, templates and probes, area by area in the order of the specification. */
export const catalogue: Catalogue = catalogueOf(suites.map(({ area }) => area))

/** Returns the part of the catalogue for some areas. */
export function catalogueOf(areas: readonly Area[]): Catalogue {
  const chosen = suites.filter(({ area }) => areas.includes(area))
  const operations = chosen.flatMap((suite): readonly Operation[] => suite.operations)
  const drawn = sequences.filter(({ operation }) => operations.some(({ id }) => id === operation))
  return {
    operations,
    requirements: chosen.flatMap(({ requirements }) => [...requirements]),
    templates: chosen.flatMap(({ templates }) => templates),
    probes: [...chosen.flatMap(({ probes }) => probes), ...drawn],
    declarable: chosen.flatMap((suite): readonly Declarable[] => ('declarable' in suite ? suite.declarable : [])),
    drawing: new Map(
      chosen.flatMap((suite) => ('arbitraries' in suite ? [[suite.area, suite.arbitraries] as const] : [])),
    ),
  }
}
