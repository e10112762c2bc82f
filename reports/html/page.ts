import type { Counts, Declaration, OperationSummary, Report } from '../../conformance/core/model/report.ts'
import { type Dimension, dimensions, outcomes } from '../../conformance/core/model/vocabulary.ts'
import { counted } from '../../conformance/core/text/counted.ts'
import { notInEditionAside } from '../edition.ts'
import { actionInWords, departuresOf, effortOf, runSettings, sentenceOf, targetName, whenOf } from '../identity.ts'
import { excusedOn } from '../known.ts'
import { boundsOf, cutsOf } from '../limits.ts'
import { type Html, html, scriptElement } from '../markup.ts'
import { headlines, marks, wordOf } from '../outcome.ts'
import { allResults, type Result } from '../result.ts'
import { blockedByReason, isNothingTested, type ReasonGroup, undecided, untestedByReason } from '../select.ts'
import { upstreamNote, upstreamResultsOf, upstreamVerdictText } from '../upstream.ts'
import { policy, script, style } from './assets.ts'
import { bar, patterns } from './bar.ts'
import { causes } from './causes.ts'
import { contents } from './contents.ts'
import { type Evidence, evidenceIn, passedAnchor, triedAnchor } from './evidence.ts'
import { exchangeDetails } from './exchange.ts'
import { featureSection } from './features.ts'
import { runFigures } from './figures.ts'
import { filters } from './filters.ts'
import { headOf } from './head.ts'
import { knownFailures } from './known-failures.ts'
import { requirementList, results } from './requirement-list.ts'
import { type Anchors, anchorsOf, linkToResult } from './result-link.ts'
import { verdict } from './verdict.ts'

/** Renders the report as one file that opens from disk and needs neither network nor scripts. */
export function renderHtml(report: Report): string {
  const evidence = evidenceIn(report)
  const anchors = anchorsOf(report)
  return `${html`<!doctype html>
<html lang="en">
${headOf({ title: `${headlines[report.summary.verdict].word}: ${targetName(report)}`, policy, style })}
<body>
<a class="skip" href="#main">Skip to the verdict</a>
${patterns}
<div class="page">
${contents(report, evidence)}
<main id="main" tabindex="-1">
${verdict(report)}
<p class="on-paper">This print shows the sections that were open. To print more, open them on the page first.</p>
${isNothingTested(report) ? untestedParts(report, evidence, anchors) : testedParts(report, evidence, anchors)}
${about(report)}
</main>
</div>
<footer><p>${report.tool.name} ${report.tool.version}, results format ${report.formatVersion}. This page makes no network requests.</p></footer>
<p id="said" class="unseen" role="status"></p>
${scriptElement(script)}
</body>
</html>
`}`
}

function testedParts(report: Report, evidence: Evidence, anchors: Anchors): Html {
  return html`${featureSection(report)}
${causes(report, anchors)}
${upstreamSection(report, anchors)}
${overview(report, evidence, anchors)}
${filters(report)}
${results(report, evidence, anchors)}
${requirementList(report, evidence, anchors)}
${passed(report, evidence)}
${runFigures(report)}`
}

/** Renders the page if nothing was tested. The verdict states the reason, and all requirements are folded. */
function untestedParts(report: Report, evidence: Evidence, anchors: Anchors): Html {
  return html`<div class="overview"><div class="aside">
${untested(report, anchors)}
${declarations(report, evidence)}
${knownFailures(report, anchors)}
${limits(report)}${newer(report)}
</div></div>
${tried(evidence)}
${upstreamSection(report, anchors)}
<details class="rest"><summary>${counted(report.requirements.length, 'requirement')} of the specification, none of them tested</summary>
${filters(report)}
${requirementList(report, evidence, anchors)}
</details>`
}

/** Renders everything that identifies the run, and what a pass does not prove. */
function about(report: Report): Html {
  const { tool, specification, edition, catalogue, profile, seed, strict, source, startedAt } = report
  const facts: readonly (readonly [string, string])[] = [
    ['Suite', `${tool.name} ${tool.version}`],
    ['Mode', `${actionInWords(report)} ${targetName(report)}`],
    ...departuresOf(report).map((text) => ['Configuration', sentenceOf(text)] as const),
    ['Specification', `${specification.title}, ${specification.digest}`],
    ...(edition === undefined ? [] : [['Edition', edition] as const]),
    ['Catalogue', catalogue.digest],
    ['Started', `${whenOf(report)} (${startedAt})`],
    ['Cost', effortOf(report)],
    ...(runSettings(report).includes('seed')
      ? ([
          ['Profile', profile],
          ['Seed', String(seed)],
        ] as const)
      : []),
    ['Strict', strict ? 'yes: a failed implied requirement fails the run' : 'no'],
    ['Exchanges from', source],
  ]
  return html`<section id="about" aria-labelledby="about-title">
<h2 id="about-title">About this run</h2>
<dl class="facts">${facts.map(
    ([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>
`,
  )}</dl>
<p>A requirement is <strong>stated</strong> if the specification states the outcome, <strong>implied</strong> if it states a rule but not the consequence of a violation, and <strong>unspecified</strong> if it does not decide the matter. Only ${strict ? 'stated requirements and, in this strict run, implied ones' : 'stated requirements'} can fail a run.</p>
<p>A requirement has a verdict on each of its operations; the verdict of the requirement is the worst of them.</p>
<p>A run judges the exchanges that it recorded. It does not test load, availability, prices or the quality of model output.</p>
</section>`
}

/** Renders the counts, the results that were not tested, the known failures and the limits of the run. */
function overview(report: Report, evidence: Evidence, anchors: Anchors): Html {
  return html`<div class="overview">
${compliance(report)}
<div class="aside">
${untested(report, anchors)}
${declarations(report, evidence)}
${knownFailures(report, anchors)}
${limits(report)}${newer(report)}
</div>
</div>`
}

/** Renders the capabilities that are declared absent, with what was found. Wrong declarations come first. */
function declarations({ declarations: list }: Report, evidence: Evidence): Html | undefined {
  if (list === undefined) return undefined
  const found = (word: Declaration['found']) => list.filter((declaration) => declaration.found === word)
  return html`<section id="declarations" aria-labelledby="declarations-title">
<h2 id="declarations-title">Declared absent</h2>
${found('present').map((wrong) => wrongDeclaration(wrong, evidence))}
${named('Absent, as declared:', found('absent'))}
${named('Could not be determined:', found('unknown'))}
</section>`
}

function wrongDeclaration({ capability, exchange }: Declaration, evidence: Evidence): Html {
  return html`<div class="wrong"><p><strong>Wrong declaration:</strong> <code>${capability}</code> is declared absent, but is present.</p>
${exchange === undefined ? undefined : exchangeDetails('The exchange that shows it', exchange, [], 'declarations', evidence)}</div>
`
}

function named(title: string, list: readonly Declaration[]): Html | undefined {
  if (list.length === 0) return undefined
  return html`<p>${title} ${list.map(({ capability }, index) => html`${index === 0 ? '' : ', '}<code>${capability}</code>`)}.</p>`
}

/** Renders the limits of the run, first those that cut it off. */
function limits(report: Report): Html {
  const limits = [...cutsOf(report), ...boundsOf(report)]
  return html`<section id="limits" aria-labelledby="limits-title">
<h2 id="limits-title">Limits of this run</h2>
${limits.length === 0 ? html`<p>No option limited this run.</p>` : html`<ul>${limits.map((limit) => html`<li>${limit}</li>`)}</ul>`}
</section>`
}

/** Renders the requirements that are newer than the edition of the run. */
function newer(report: Report): Html | undefined {
  const { title, lines } = notInEditionAside(report)
  if (lines.length === 0) return undefined
  return html`<section id="not-in-edition" aria-labelledby="not-in-edition-title">
<h2 id="not-in-edition-title">${title}</h2>
<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>
</section>`
}

/** Renders the results without a verdict, grouped by reason. */
function untested(report: Report, anchors: Anchors): Html {
  const groups = untestedByReason(report)
  const blocked = blockedByReason(report)
  const open = undecided(report).length
  const isWhole = groups.length + blocked.length + open === 0
  return html`<section id="untested" aria-labelledby="untested-title">
<h2 id="untested-title">Not tested <span class="number">${report.summary.counts.skipped}</span></h2>
${isWhole ? html`<p>Every requirement was tested on each of its operations.</p>` : undefined}${groups.length === 0 ? undefined : html`<p>${untestedNumbers(report, groups)}</p>${groupList(groups, anchors)}`}
${blocked.length === 0 ? undefined : html`<p>${blockedNumber(groups, blocked)} blocked by another failure on the same operation:</p>${groupList(blocked, anchors)}`}
${open === 0 ? undefined : html`<p>${counted(open, 'result')} <a href="#inconclusive">could not be decided</a>.</p>`}
</section>`
}

/** Explains why the numbers of the reasons do not add up to the number of requirements. */
function untestedNumbers({ summary }: Report, groups: readonly ReasonGroup[]): Html {
  const number = summary.counts.skipped
  const were = number === 1 ? 'requirement was' : 'requirements were'
  const reasons = groups.length === 1 ? 'this reason' : 'these reasons'
  return html`<a href="#requirements" data-outcome="skipped" data-operation="" data-dimension="">${number} ${were} tested on no operation</a>. A requirement has a result on each of its operations; ${counted(resultsIn(groups), 'result')} ${resultsIn(groups) === 1 ? 'has' : 'have'} no verdict for ${reasons}:`
}

/** Counts the blocked results, which the numbers above them do not contain. */
function blockedNumber(groups: readonly ReasonGroup[], blocked: readonly ReasonGroup[]): string {
  const number = resultsIn(blocked)
  const more = groups.length === 0 ? counted(number, 'result') : counted(number, 'more result')
  return `${more} ${number === 1 ? 'was' : 'were'}`
}

function resultsIn(groups: readonly ReasonGroup[]): number {
  return groups.reduce((sum, { results }) => sum + results.length, 0)
}

/** The number of reasons shown outside of folds. */
const shownGroups = 4

function groupList(groups: readonly ReasonGroup[], anchors: Anchors): Html {
  const [first, rest] = [groups.slice(0, shownGroups), groups.slice(shownGroups)]
  const more = html`<details class="group"><summary>${counted(rest.length, 'more reason')}</summary>${rest.map((group) => reasonGroup(group, anchors))}</details>`
  return html`${first.map((group) => reasonGroup(group, anchors))}${rest.length === 0 ? undefined : more}`
}

function reasonGroup({ reason, results }: ReasonGroup, anchors: Anchors): Html {
  return html`<details class="group">
<summary><span class="number">${results.length}</span> ${reason}</summary>
<ul class="ids">${results.map(({ id: requirement, operation }) => html`<li>${linkToResult({ requirement, operation }, anchors)}</li>`)}</ul>
</details>
`
}

/** Renders the exchanges of a run in which nothing was tested. */
function tried(evidence: Evidence): Html | undefined {
  const own = shownAt(triedAnchor, evidence)
  if (own.length === 0) return undefined
  return html`<section id="${triedAnchor}" aria-labelledby="tried-title">
<h2 id="tried-title">What was tried</h2>
<p>The first request to each operation, and what came back. The evidence file has all exchanges.</p>
${own.map((id) => exchangeDetails(evidence.exchanges.get(id)?.operation ?? 'Exchange', id, [], triedAnchor, evidence))}
</section>`
}

function shownAt(anchor: string, { shownUnder }: Evidence): readonly string[] {
  return [...shownUnder].filter(([, owner]) => owner === anchor).map(([id]) => id)
}

/**
 * Renders an example exchange for each passed requirement. Links to exchanges that findings already show. Exchanges
 * that would make the page too large are only in the evidence file.
 */
function passed(report: Report, evidence: Evidence): Html | undefined {
  const own = shownAt(passedAnchor, evidence)
  if (own.length === 0) return undefined
  const judged = countsByExample(report)
  return html`<section id="${passedAnchor}" aria-labelledby="passed-title">
<h2 id="passed-title">Examples of passing results <span class="number">${own.length}</span></h2>
<p>One example exchange for each requirement and operation. The evidence file has all exchanges.</p>
${[...byOperation(own.toSorted(), evidence)].map(
  ([
    operation,
    ids,
  ]) => html`<details class="passes"><summary>${operation} <span class="number">${ids.length}</span></summary>
${ids.map((id) => exchangeDetails(`Example of ${counted(judged.get(id) ?? 0, 'result')}:`, id, [], passedAnchor, evidence))}</details>
`,
)}
</section>`
}

function byOperation(ids: readonly string[], { exchanges }: Evidence): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const id of ids) {
    const operation = exchanges.get(id)?.operation ?? 'other requests'
    groups.set(operation, [...(groups.get(operation) ?? []), id])
  }
  return groups
}

function countsByExample(report: Report): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { example } of allResults(report))
    if (example !== undefined) counts.set(example, (counts.get(example) ?? 0) + 1)
  return counts
}

/** Renders field, status and stream compliance of each operation: a verdict, counts and bars. */
function compliance(report: Report): Html {
  const { operations, summary } = report
  return html`<section id="compliance" aria-labelledby="compliance-title">
<h2 id="compliance-title">Compliance by operation</h2>
<table class="compliance">
<caption>Results of each operation. The last line counts each requirement once, with the worst of its operations.</caption>
<thead><tr><th scope="col">Operation</th>${dimensions.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${operations.map((one) => line(one, excusedOn(report, one.operation)))}</tbody>
<tfoot><tr><th scope="row">all requirements</th>${dimensions.map((name) => cell(name, summary.dimensions[name]))}</tr></tfoot>
</table>
<ul class="legend" aria-label="What the marks mean">${outcomes.map(legend)}</ul>
</section>`
}

function line({ operation, verdict, dimensions: own }: OperationSummary, excused: number): Html {
  const { glyph } = headlines[verdict]
  return html`<tr><th scope="row">${operation}<br><span class="own ${verdict}"><span aria-hidden="true">${glyph}</span> ${wordOf(verdict)}</span>${excused === 0 ? undefined : html`<br><span class="own">${counted(excused, 'known failure')}</span>`}</th>${dimensions.map((name) => cell(name, own[name], operation))}</tr>
`
}

function cell(name: Dimension, counts: Counts, operation = ''): Html {
  const present = outcomes.filter((outcome) => counts[outcome] > 0)
  if (present.length === 0) return html`<td class="none" data-name="${name}">none</td>`
  const numbers = present.map(
    (outcome) =>
      html`<li><a class="${outcome}" href="#requirements" data-outcome="${outcome}" data-dimension="${name}" data-operation="${operation}"><span aria-hidden="true">${marks[outcome].glyph}</span> ${counts[outcome]}<span class="unseen"> ${marks[outcome].word}</span></a></li>`,
  )
  return html`<td data-name="${name}">${bar(counts)}<ul class="counts">${numbers}</ul></td>`
}

function legend(outcome: (typeof outcomes)[number]): Html {
  const { glyph, word, meaning } = marks[outcome]
  return html`<li><svg class="bar" width="14" height="9" aria-hidden="true" focusable="false"><rect class="${outcome}" width="100%" height="100%"/></svg> <span class="mark ${outcome}"><span aria-hidden="true">${glyph}</span> ${word}</span> ${meaning}</li>
`
}

/** Renders what happens behind the gateway. Each result that has a card links to it. */
function upstreamSection(report: Report, anchors: Anchors): Html | undefined {
  const text = upstreamVerdictText(report)
  if (text === undefined) return undefined
  return html`<section id="upstream" aria-labelledby="upstream-title">
<h2 id="upstream-title">Behind the gateway</h2>
<p class="reason">${text}</p>
<p>${upstreamNote}</p>
${report.upstream?.limits.map(
  (limit) => html`<p>${sentenceOf(limit)}</p>
`,
)}<ul class="upstream">${upstreamResultsOf(report).map((result) => upstreamItem(result, anchors))}</ul>
</section>`
}

function upstreamItem({ id, operation, verdict, exchanges, reason, statement }: Result, anchors: Anchors): Html {
  const { glyph, word } = marks[verdict]
  return html`<li><span class="mark ${verdict}"><span aria-hidden="true">${glyph}</span> ${word}</span> ${linkToResult({ requirement: id, operation }, anchors)} (${exchanges}): ${verdict === 'pass' ? statement : reason}</li>
`
}
