import type { Declaration, Report } from '../../conformance/core/model/report.ts'
import {
  actionInWords,
  counted,
  departuresOf,
  effortOf,
  runSettings,
  sentenceOf,
  targetName,
  whenOf,
} from '../identity.ts'
import { boundsOf, cutsOf } from '../limits.ts'
import { type Html, html, scriptElement } from '../markup.ts'
import { headlines } from '../outcome.ts'
import { allResults } from '../result.ts'
import { blockedByReason, isNothingTested, type ReasonGroup, undecided, untestedByReason } from '../select.ts'
import { policy, script, style } from './assets.ts'
import { patterns } from './bar.ts'
import { causes } from './causes.ts'
import { compliance } from './compliance.ts'
import { contents } from './contents.ts'
import { type Evidence, evidenceIn, passedAnchor } from './evidence.ts'
import { exchangeDetails } from './exchange.ts'
import { featureSection } from './features.ts'
import { runFigures } from './figures.ts'
import { filters } from './filters.ts'
import { headOf } from './head.ts'
import { knownFailures } from './known-failures.ts'
import { requirementList, results } from './requirement-list.ts'
import { type Anchors, anchorsOf, linkToResult } from './result-link.ts'
import { upstreamSection } from './upstream.ts'
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
${upstreamSection(report)}
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
${limits(report)}
</div></div>
${upstreamSection(report)}
<details class="rest"><summary>${counted(report.requirements.length, 'requirement')} of the specification, none of them tested</summary>
${filters(report)}
${requirementList(report, evidence, anchors)}
</details>`
}

/** Renders everything that identifies the run, and what a pass does not prove. */
function about(report: Report): Html {
  const { tool, specification, catalogue, profile, seed, strict, source, startedAt } = report
  const facts: readonly (readonly [string, string])[] = [
    ['Suite', `${tool.name} ${tool.version}`],
    ['Mode', `${actionInWords(report)} ${targetName(report)}`],
    ...departuresOf(report).map((text) => ['Configuration', sentenceOf(text)] as const),
    ['Specification', `${specification.title}, ${specification.digest}`],
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
${limits(report)}
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
${limits.length === 0 ? html`<p>None.</p>` : html`<ul>${limits.map((limit) => html`<li>${limit}</li>`)}</ul>`}
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
${blocked.length === 0 ? undefined : html`<p>${counted(resultsIn(blocked), 'result')} ${resultsIn(blocked) === 1 ? 'was' : 'were'} blocked by another failure on the same operation:</p>${groupList(blocked, anchors)}`}
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

/**
 * Renders an example exchange for each passed requirement. Links to exchanges that findings already show. Exchanges
 * that would make the page too large are only in the evidence file.
 */
function passed(report: Report, evidence: Evidence): Html | undefined {
  const own = [...evidence.shownUnder].filter(([, anchor]) => anchor === passedAnchor).map(([id]) => id)
  if (own.length === 0) return undefined
  const judged = countsByExample(report)
  return html`<section id="${passedAnchor}" aria-labelledby="passed-title">
<h2 id="passed-title">Examples of passing results <span class="number">${own.length}</span></h2>
<p>One example exchange for each requirement and operation. The evidence file has all exchanges.</p>
${[...byOperation(own.sort(), evidence)].map(
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
