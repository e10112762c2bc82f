import type { RequirementResult } from '../../conformance/model/report.ts'

/** What the sections of the specification are about, in the suite's own words. */
const titles: Readonly<Record<string, string>> = {
  '1': 'Scope',
  '2.1': 'Requests to create images',
  '2.2': 'Requests to edit images',
  '2.3': 'Requests for variations of images',
  '2.4': 'Image responses',
  '2.5': 'Token usage',
  '2.6': 'Requests to generate content',
  '2.7': 'Generated content',
  '2.8': 'Requests for messages',
  '2.9': 'Messages responses',
  '3': 'States',
  '4': 'Endpoints',
  '5': 'Credentials',
  '6': 'Streams',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versions',
}

/** What a section is about; empty for one that this version of the suite does not know. */
export function titleOf(section: string): string {
  return Object.hasOwn(titles, section) ? titles[section]! : ''
}

/** Requirements by section, in the order of the specification: 2.9 before 2.10. */
export function inSections(
  requirements: readonly RequirementResult[],
): readonly (readonly [string, readonly RequirementResult[]])[] {
  const sections = new Map<string, RequirementResult[]>()
  for (const requirement of requirements) {
    const known = sections.get(requirement.section)
    if (known === undefined) sections.set(requirement.section, [requirement])
    else known.push(requirement)
  }
  return [...sections].sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
}
