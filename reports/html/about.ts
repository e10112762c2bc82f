import type { Report } from '../../conformance/model/report.ts'
import { deedOf, departuresOf, effortOf, sentenceOf, settingsOf, subjectOf, whenOf } from '../identity.ts'
import { type Html, html } from '../markup.ts'

/** Everything that identifies the run, in full, and what no run of this suite shows. */
export function about(report: Report): Html {
  const { tool, specification, catalogue, profile, seed, strict, source, startedAt } = report
  const facts: readonly (readonly [string, string])[] = [
    ['Suite', `${tool.name} ${tool.version}`],
    ['Mode', `${deedOf(report)} ${subjectOf(report)}`],
    ...departuresOf(report).map((text) => ['Configuration', sentenceOf(text)] as const),
    ['Specification', `${specification.title}, ${specification.digest}`],
    ['Catalogue', catalogue.digest],
    ['Started', `${whenOf(report)} (${startedAt})`],
    ['Cost', effortOf(report)],
    ...(settingsOf(report).includes('seed')
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
<p>A requirement is <strong>stated</strong> where the specification says what follows, <strong>implied</strong> where it gives a rule without its consequence, and <strong>unspecified</strong> where it leaves the matter open: only what is stated can fail a run${strict ? ', and in a strict run what is implied' : ''}.</p>
<p>A requirement has a verdict on each of its operations; the verdict of the requirement is the worst of them.</p>
<p>A run judges the exchanges it recorded. It does not test load, availability, prices or the quality of model output.</p>
</section>`
}
