import type { Report } from '../../conformance/model/report.ts'
import { deedOf, effortOf, settingsOf, subjectOf, whenOf } from '../identity.ts'
import { type Html, html } from '../markup.ts'

/** Everything that identifies the run, in full, and what no run of this suite shows. */
export function about(report: Report): Html {
  const { tool, document, profile, seed, strict, source, startedAt } = report
  const facts: readonly (readonly [string, string])[] = [
    ['Suite', `${tool.name} ${tool.version}`],
    ['Did what', `${deedOf(report)} ${subjectOf(report)}`],
    ['Document', document.digest],
    ['Began', `${whenOf(report)} (${startedAt})`],
    ['Effort', effortOf(report)],
    ...(settingsOf(report).includes('seed')
      ? ([
          ['Profile', profile],
          ['Seed', String(seed)],
        ] as const)
      : []),
    ['Strict', strict ? 'yes: what the document only implies counts as stated' : 'no'],
    ['Exchanges from', source],
  ]
  return html`<section id="about" aria-labelledby="about-title">
<h2 id="about-title">About this run</h2>
<dl class="facts">${facts.map(
    ([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>
`,
  )}</dl>
<p>A requirement is <strong>stated</strong> where the document says what comes of it, <strong>implied</strong> where it gives a rule without its consequence, and <strong>unspecified</strong> where it leaves the matter open: only what is stated can fail a run${strict ? ', and in a strict run what is implied' : ''}.</p>
<p>A run judges the exchanges it saw. It shows nothing about load, availability, prices or how good a model's words are.</p>
</section>`
}
