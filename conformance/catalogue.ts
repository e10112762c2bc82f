import type { Declarable } from './model/operation.ts'
import type { Catalogue } from './model/suite.ts'
import type { Area } from './model/vocabulary.ts'
import contentGeneration from './operations/content-generation/index.ts'
import images from './operations/images/index.ts'
import messages from './operations/messages/index.ts'
import tokenUsage from './operations/token-usage/index.ts'

const suites = [images, tokenUsage, contentGeneration, messages] as const

/** The permanent id of any requirement. */
export type RequirementId = (typeof suites)[number]['requirements'][number]['id']

/** Everything the suite knows, area by area in the order of the document. */
export const catalogue: Catalogue = catalogueOf(suites.map(({ area }) => area))

/** What the suite knows of some areas. */
export function catalogueOf(areas: readonly Area[]): Catalogue {
  const chosen = suites.filter(({ area }) => areas.includes(area))
  return {
    operations: chosen.flatMap(({ operations }) => operations),
    requirements: chosen.flatMap(({ requirements }) => [...requirements]),
    templates: chosen.flatMap(({ templates }) => templates),
    probes: chosen.flatMap(({ probes }) => probes),
    declarable: chosen.flatMap((suite): readonly Declarable[] => ('declarable' in suite ? suite.declarable : [])),
  }
}
