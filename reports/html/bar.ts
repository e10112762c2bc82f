import type { Counts } from '../../conformance/model/report.ts'
import { outcomes } from '../../conformance/model/vocabulary.ts'
import { type Html, html } from '../markup.ts'

const length = 160
const height = 10

/**
 * Counts as a bar of one segment an outcome, separated by gaps; the words beside it say the same. Segments differ in
 * height as well as in colour: what was kept is full, what was broken is full and framed, the rest is thinner.
 */
export function bar(counts: Counts): Html {
  const total = outcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
  const present = outcomes.filter((outcome) => counts[outcome] > 0)
  let start = 0
  const segments = present.map((outcome) => {
    const width = (counts[outcome] / total) * length
    const at = start
    start += width
    return html`<rect class="${outcome}" x="${at.toFixed(1)}" y="${top(outcome)}" width="${Math.max(1, width - 1).toFixed(1)}" height="${height - 2 * top(outcome)}"/>`
  })
  return html`<svg class="bar" viewBox="0 0 ${length} ${height}" width="${length}" height="${height}" aria-hidden="true" focusable="false">${segments}</svg>`
}

function top(outcome: (typeof outcomes)[number]): number {
  const isFull = outcome === 'pass' || outcome === 'fail' || outcome === 'warn'
  return isFull ? 0 : 3
}
