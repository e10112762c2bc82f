import { publicName, sentenceOf, specificationName, whenOf } from '../../../reports/identity.ts'
import { html } from '../../../reports/markup.ts'
import { paper } from '../../../reports/paper.ts'
import { type ManifestSummary, verifyingCommand } from './manifest.ts'

/** The files of a bundle that its page links to, so that a copy of the page's links is a copy of the bundle. */
const files = [
  ['reports/report.html', 'the report'],
  ['reports/report.md', 'the report as Markdown'],
  ['reports/junit.xml', 'the report as JUnit XML'],
  ['reports/badge.svg', 'the badge'],
  ['results.json', 'the result of each requirement'],
  ['exchanges.ndjson', 'the evidence: every request and response'],
  ['config.json', 'the configuration of the run'],
  ['README.md', 'this page as Markdown'],
  ['manifest.json', 'the digests of these files'],
  ['manifest.json.sig', 'the signature of the manifest, if the bundle is signed'],
] as const

/** Renders the page of a bundle: who was tested, with which result, what that does not say, and how to check it. */
export function bundlePage(summary: ManifestSummary, heading: string): string {
  const { reason, judgedBy, caveats, profile, seed, strict, edition } = summary
  const name = publicName(summary)
  const tool = `${judgedBy.name} ${judgedBy.version}`
  const facts = [
    ['Gateway', name],
    ['Edition', edition ?? 'none: all requirements counted'],
    ['Specification', `${specificationName(summary)}, ${summary.specification.digest}`],
    ['Tested', whenOf(summary)],
    ['Suite', tool],
    ['Profile', `${profile}, seed ${seed}${strict ? ', strict' : ''}`],
  ] as const
  return paper({
    title: `${heading}: ${name}`,
    css: 'main{max-width:60rem;margin:0 auto}',
    tool,
    body: html`<h1>${heading}: ${name}</h1>
<p>${sentenceOf(reason)}</p>
<dl class="facts">${facts.map(
      ([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>
`,
    )}</dl>
<h2>What this does not say</h2>
${caveats.length === 0 ? html`<p>Nothing was left out, excused or declared absent.</p>` : html`<ul>${caveats.map((caveat) => html`<li>${caveat}</li>`)}</ul>`}
<h2>Files</h2>
<ul>${files.map(
      ([file, about]) => html`<li><a href="${file}"><code>${file}</code></a>: ${about}</li>
`,
    )}</ul>
<h2>Check it</h2>
<p>Copy all of these files into a folder, and get the public key of the signer from a source that you trust. Then judge the evidence again, in a project with ${tool} installed:</p>
<pre>${verifyingCommand(summary)}</pre>`,
  })
}
