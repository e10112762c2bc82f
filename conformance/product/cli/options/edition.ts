import type { Report } from '../../../core/model/report.ts'
import type { Catalogue } from '../../../core/model/suite.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { catalogueIn } from '../../../specification/editions/in-edition.ts'
import type { OptionSpec } from '../command.ts'

/** The option of all commands that judge the evidence of runs. */
export const editionOption = {
  type: 'string',
  value: 'NAME',
  help: 'The edition that decides which requirements count (default: that of the runs, or the newest; docs/editions.md).',
} as const satisfies OptionSpec

/** Returns the catalogue as the edition of a report judges by it. In a report without one, all requirements counted. */
export function catalogueOfReport({ edition }: Pick<Report, 'edition'>, file: string): Catalogue {
  return edition === undefined ? catalogue : catalogueIn(edition, file)
}
