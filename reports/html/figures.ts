import type { Latency, Report, SchemaCoverage, Traffic } from '../../conformance/core/model/report.ts'
import { counted } from '../../conformance/core/text/counted.ts'
import { itemKinds } from '../figures.ts'
import { effortOf } from '../identity.ts'
import { type Html, html } from '../markup.ts'
import { tokenCountRemarks, tokenCountRows, tokenCountsNote } from '../token-counts.ts'
import { milliseconds } from './time.ts'

/** Renders the figures of a run: traffic, coverage, token counts and latencies. */
export function runFigures(report: Report): Html {
  return html`${schemaCoverage(report)}
${traffic(report)}
${tokenCounts(report)}
${latencies(report)}`
}

/** Renders the token counts that replies state to requests which differ in one thing. */
function tokenCounts(report: Report): Html | undefined {
  const rows = tokenCountRows(report)
  if (rows.length === 0) return undefined
  const remarks = tokenCountRemarks(report)
  return html`<section id="token-counts" aria-labelledby="token-counts-title">
<h2 id="token-counts-title">Token counts</h2>
<p>${tokenCountsNote}</p>
<div class="scroll" tabindex="0" role="group" aria-labelledby="token-counts-title"><table class="figures">
<thead><tr><th scope="col">Operation</th>${['compared requests', 'input tokens of the first', 'of the second', 'pairs', 'agreeing'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row">${row.operation}</th><td>${row.compares}</td><td>${row.first}</td><td>${row.second}</td><td>${row.pairs}</td><td>${row.agreeing}${row.isAgreeing ? undefined : html` <b>differs</b>`}</td></tr>
`,
  )}</tbody></table></div>
${
  remarks.length === 0
    ? undefined
    : html`<ul class="entries">${remarks.map(
        (remark) => html`<li>${remark}</li>
`,
      )}</ul>`
}
</section>`
}

/** Renders a histogram of latencies for each operation, all on one logarithmic scale. */
function latencies({ latencies: list }: Report): Html | undefined {
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

/**
 * Returns every bound between the smallest and the largest that occur. All operations use the same series of bounds.
 */
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

/** Renders bars at the places of their bounds on a logarithmic scale. */
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

/** The number of buckets per power of ten. */
const perTen = 5

function scale(bounds: readonly number[]): (bound: number) => number {
  const least = Math.log10(Math.max(bounds[0] ?? 1, 1e-3))
  return (bound) => stepWidth(bounds) * (1 + (Math.log10(Math.max(bound, 1e-3)) - least) * perTen)
}

/** Returns the width of a bucket in percent. */
function stepWidth(bounds: readonly number[]): number {
  const least = Math.max(bounds[0] ?? 1, 1e-3)
  const most = Math.max(bounds.at(-1) ?? 1, 1e-3)
  return 100 / (1 + Math.max(0, Math.round(Math.log10(most / least) * perTen)))
}

const lacks = {
  valid: 'no valid request covered it',
  violating: 'no single-violation request covered it',
  both: 'neither a valid nor a single-violation request covered it',
} as const satisfies Record<SchemaCoverage['left'][number]['lacks'], string>

/** Renders the coverage of each request schema, and the reasons for the rest. */
function schemaCoverage({ coverage }: Report): Html | undefined {
  if (coverage === undefined || coverage.length === 0) return undefined
  return html`<section id="coverage" aria-labelledby="coverage-title">
<h2 id="coverage-title">Schema coverage</h2>
<p>A constraint is one keyword at one place of a request schema. It is covered if a valid request satisfied it, and a single-violation request violated it and nothing else. The other columns count items of valid requests: optional features, listed values and values around bounds, sizes of lists, and pairs of features in one request. “Others” are kinds without a fixed number, such as kinds of text.</p>
<div class="scroll" tabindex="0" role="group" aria-labelledby="coverage-title"><table class="figures">
<thead><tr><th scope="col">Operation</th><th scope="col">constraints</th><th scope="col">satisfied by valid requests</th><th scope="col">violated alone</th>${itemKinds.map((kind) => html`<th scope="col">${kind}</th>`)}<th scope="col">others</th></tr></thead>
<tbody>${coverage.map(
    (
      one,
    ) => html`<tr><th scope="row">${one.endpoint}</th><td>${one.constraints}</td><td>${share(one.valid, one)}</td><td>${share(one.violating, one)}</td>${itemCells(one)}</tr>
`,
  )}</tbody></table></div>
${notCovered(coverage)}
</section>`
}

function share(count: number, { constraints }: SchemaCoverage): Html {
  const width = constraints === 0 ? 0 : (count / constraints) * 100
  return html`${count} <svg class="share" width="80" height="9" aria-hidden="true" focusable="false"><rect class="rest" width="100%" height="100%"/><rect class="done" width="${width.toFixed(1)}%" height="100%"/></svg>`
}

/** Renders the uncovered items in a fold, because each operation has several lists of them. */
function notCovered(coverage: readonly SchemaCoverage[]): Html | undefined {
  const lists = [...coverage.filter(({ left }) => left.length > 0).map(leftOver), ...coverage.flatMap(itemsLeft)]
  if (lists.length === 0) return undefined
  return html`<details class="others"><summary>What is not covered: ${counted(lists.length, 'list')}</summary>
${lists}</details>`
}

function leftOver({ endpoint, left }: SchemaCoverage): Html {
  return html`<details><summary>${endpoint}: ${counted(left.length, 'constraint')} not fully covered</summary>
<ul class="entries">${left.map(
    (one) => html`<li><code>${one.pointer}</code> <code>${one.keyword}</code>: ${lacks[one.lacks]}; ${one.reason}</li>
`,
  )}</ul></details>`
}

function itemCells({ items }: SchemaCoverage): readonly Html[] {
  const shares = itemKinds.map((kind) => html`<td>${items[kind].covered} of ${items[kind].all}</td>`)
  return [...shares, html`<td>${items.unbounded}</td>`]
}

function itemsLeft({ endpoint, items }: SchemaCoverage): readonly Html[] {
  return itemKinds.flatMap((kind) => {
    const { left } = items[kind]
    if (left.length === 0) return []
    return [
      html`<details><summary>${endpoint}: ${kind} not covered (${left.length})</summary>
<ul class="entries">${left.map(
        (item) => html`<li><code>${item}</code></li>
`,
      )}</ul></details>`,
    ]
  })
}

/** The titles of the columns. */
const receptions = {
  accepted: 'accepted',
  rejected: 'rejected',
  denied: 'key rejected',
  unrecognised: 'not recognised',
  errored: 'error in the stream',
  busy: 'busy or no response',
  failed: 'failed',
  strange: 'other',
} as const satisfies Record<keyof Traffic['receptions'], string>

/** Renders the requests to each operation, by response class, and what a gateway would bill. */
function traffic(report: Report): Html | undefined {
  const { traffic: list } = report
  if (list === undefined) return undefined
  const ways = (Object.keys(receptions) as (keyof typeof receptions)[]).filter((way) =>
    list.some((one) => one.receptions[way] !== undefined),
  )
  return html`<section id="traffic" aria-labelledby="traffic-title">
<h2 id="traffic-title">Requests and billing</h2>
<p>${effortOf(report)}. Every 2xx response of content generation and messages counts as a model call, whatever its body; images are counted apart.</p>
<div class="scroll" tabindex="0" role="group" aria-labelledby="traffic-title"><table class="figures">
<thead><tr><th scope="col">Operation</th><th scope="col">requests</th>${ways.map((way) => html`<th scope="col">${receptions[way]}</th>`)}<th scope="col">model calls</th><th scope="col">images</th></tr></thead>
<tbody>${list.map(
    ({
      endpoint,
      requests,
      receptions,
      billed,
    }) => html`<tr><th scope="row">${endpoint}</th><td>${requests}</td>${ways.map((way) => html`<td>${receptions[way] ?? 0}</td>`)}<td>${billed.calls}</td><td>${billed.images}</td></tr>
`,
  )}</tbody></table></div>
</section>`
}
