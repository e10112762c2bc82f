import type { Level } from '../../model/vocabulary.ts'
import { isJudged, type Section, sectionsFor } from '../specification-map.ts'
import { cell, linkTo, table } from './cell.ts'
import type { PageContents } from './page-contents.ts'

/** Returns the sections with their counts. The last row has the totals. */
export function contents({ requirements }: PageContents): string {
  const lines = sectionsFor(requirements).map((section) => ({
    name: linkTo(section.number, `${section.number} ${cell(section.title)}`),
    figures: figuresOf(
      section,
      (level) => requirements.filter((one) => one.section === section.number && one.level === level).length,
    ),
  }))
  const sums = lines[0]!.figures.map((_, column) => lines.reduce((sum, { figures }) => sum + figures[column]!, 0))
  return table(
    ['section', 'sentences', 'judged', 'not judged', 'stated', 'implied', 'unspecified'],
    [...lines, { name: 'all', figures: sums }].map(({ name, figures }) => [name, ...figures.map(String)]),
  )
}

function figuresOf({ parts }: Section, count: (level: Level) => number): readonly number[] {
  const rows = parts.flatMap((part) => part.rows)
  const judged = rows.filter(isJudged).length
  return [rows.length, judged, rows.length - judged, count('stated'), count('implied'), count('unspecified')]
}
