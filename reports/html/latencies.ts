import type { Latency, Report } from '../../conformance/model/report.ts'
import { type Html, html } from '../markup.ts'
import { milliseconds } from './time.ts'

/** How long answered exchanges took: a histogram for each operation, all on one logarithmic scale. */
export function latencies({ latencies: list }: Report): Html | undefined {
  if (list === undefined || list.length === 0) return undefined
  const bounds = boundsOf(list)
  return html`<section id="latencies" aria-labelledby="latencies-title">
<h2 id="latencies-title">Latencies</h2>
<p>Answered exchanges, from the first byte sent to the last received. Times depend on this run and this network; no requirement depends on them.</p>
<div class="scroll" tabindex="0" role="group" aria-labelledby="latencies-title"><table class="figures latencies">
<thead><tr><th scope="col">Operation</th><th scope="col" class="plot"><span class="unseen">distribution</span><span class="axis"><span>${milliseconds(bounds[0] ?? 0)}</span><span>logarithmic</span><span>${milliseconds(bounds.at(-1) ?? 0)}</span></span></th>${['exchanges', 'min', 'median', 'p90', 'p99', 'max'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${list.map((latency) => line(latency, bounds))}</tbody></table></div>
</section>`
}

/** Every bound between the least and the greatest that occur: the bounds of all operations are of one series. */
function boundsOf(list: readonly Latency[]): readonly number[] {
  const present = list.flatMap(({ buckets }) => buckets.map(({ upTo }) => upTo))
  return [...new Set(present)].sort((one, other) => one - other)
}

function line(latency: Latency, bounds: readonly number[]): Html {
  const { endpoint, count, min, median, p90, p99, max } = latency
  return html`<tr><th scope="row">${endpoint}</th><td class="plot">${histogram(latency, bounds)}</td><td>${count}</td>${[min, median, p90, p99, max].map((time) => html`<td>${milliseconds(time)}</td>`)}</tr>
`
}

const height = 34

/** Bars from the least to the greatest duration; the place of a bar is its bound on a logarithmic scale. */
function histogram({ buckets, endpoint, median, p90, p99 }: Latency, bounds: readonly number[]): Html {
  const most = Math.max(1, ...buckets.map(({ count }) => count))
  const x = scale(bounds)
  const bars = buckets.map(({ upTo, count }) => {
    const tall = Math.max(1.5, (count / most) * (height - 3))
    return html`<rect x="${(x(upTo) - stepWidth(bounds)).toFixed(2)}%" y="${(height - tall).toFixed(1)}" width="${(stepWidth(bounds) * 0.9).toFixed(2)}%" height="${tall.toFixed(1)}"/>`
  })
  const label = `${endpoint}: 50 % of the exchanges within ${milliseconds(median)}, 90 % within ${milliseconds(p90)}, 99 % within ${milliseconds(p99)}`
  return html`<svg class="histogram" width="100%" height="${height}" role="img" aria-label="${label}">${bars}<line x1="0" x2="100%" y1="${height - 0.5}" y2="${height - 0.5}"/></svg>`
}

/** Five buckets to a power of ten. */
const perTen = 5

function scale(bounds: readonly number[]): (bound: number) => number {
  const least = Math.log10(Math.max(bounds[0] ?? 1, 1e-3))
  return (bound) => stepWidth(bounds) * (1 + (Math.log10(Math.max(bound, 1e-3)) - least) * perTen)
}

/** How many percent of the width a bucket takes. */
function stepWidth(bounds: readonly number[]): number {
  const least = Math.max(bounds[0] ?? 1, 1e-3)
  const most = Math.max(bounds.at(-1) ?? 1, 1e-3)
  return 100 / (1 + Math.max(0, Math.round(Math.log10(most / least) * perTen)))
}
