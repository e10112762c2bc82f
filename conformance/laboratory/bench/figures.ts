import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import process from 'node:process'
import { packageFile } from '../../../schemas/package-root.ts'
import type { Figure } from './measure.ts'

/** The figures of one run of the bench, as `docs/performance.json` has them. */
export interface MeasuredFigures {
  /** The day, as `2026-01-31`. */
  readonly date: string
  readonly command: string
  readonly node: string
  readonly cores: number
  readonly figures: readonly Figure[]
}

export function isReached({ value, most, least }: Figure): boolean {
  return (most === undefined || value <= most) && (least === undefined || value >= least)
}

/** Returns a figure with its goal in one line, and its details in another. */
export function figureInWords(figure: Figure): string {
  const { name, value, unit, most, least, detail } = figure
  const goal = most === undefined ? `at least ${least}` : `at most ${most}`
  return `${name}: ${value.toFixed(2)} ${unit}  (goal: ${goal}, ${isReached(figure) ? 'reached' : 'MISSED'})\n    ${detail}`
}

/** Returns the part of `docs/performance.md` that shows the figures. */
export function figuresBlock({ date, command, node, cores, figures }: MeasuredFigures): string {
  const lines = figures.map(figureInWords).join('\n')
  return `${begin}\n\nMeasured on ${date} with Node ${node} on ${cores} cores by \`${command}\`:\n\n\`\`\`text\n${lines}\n\`\`\`\n\n${end}`
}

const begin = '<!-- figures: written by npm run bench -- --write -->'
const end = '<!-- end of the figures -->'

const dataFile = packageFile('docs/performance.json')
const page = packageFile('docs/performance.md')

/** Writes the figures to `docs/performance.json` and into `docs/performance.md`. */
export function writeFigures(figures: readonly Figure[], command: string): void {
  const measured: MeasuredFigures = {
    date: new Date().toISOString().slice(0, 10),
    command,
    node: process.versions.node,
    cores: availableParallelism(),
    figures,
  }
  writeFileSync(dataFile, `${JSON.stringify(measured, null, 2)}\n`)
  const text = readFileSync(page, 'utf8')
  const [before, after] = [text.slice(0, text.indexOf(begin)), text.slice(text.indexOf(end) + end.length)]
  writeFileSync(page, `${before}${figuresBlock(measured)}${after}`)
}
