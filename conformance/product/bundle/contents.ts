import { publicName, specificationName, whenOf } from '../../../reports/identity.ts'
import { renderers } from '../../../reports/index.ts'
import { code, escapeMarkdown } from '../../../reports/markdown/text.ts'
import { headlines } from '../../../reports/outcome.ts'
import type { Report } from '../../core/model/report.ts'
import type { EvidenceHeader } from '../../engine/record/evidence/frame.ts'
import { type ManifestSummary, manifestSummaryOf, verifyingCommand } from './manifest.ts'
import { bundlePage } from './page.ts'

/** The files that a bundle copies from the run. */
export const copied = ['results.json', 'exchanges.ndjson'] as const

/** The manifest and its signature, which the manifest does not list. */
export const manifestName = 'manifest.json'
export const signatureName = 'manifest.json.sig'

/** Returns the files of a bundle that are derived from the results and from the header of the evidence, by name. */
export function derivedFiles(report: Report, header: EvidenceHeader): Readonly<Record<string, string>> {
  return {
    ...reportFiles(report),
    'README.md': readmeOf(manifestSummaryOf(report), verdictTitle(report)),
    'index.html': bundlePage(manifestSummaryOf(report), verdictTitle(report)),
    'config.json': runConfigText(header),
  }
}

/** Returns the reports of a bundle by name. */
export function reportFiles(report: Report): Readonly<Record<string, string>> {
  return {
    'reports/report.html': renderers.html(report),
    'reports/junit.xml': renderers.junit(report),
    'reports/report.md': renderers.markdown(report),
    'reports/badge.svg': renderers.badge(report),
  }
}

/** Returns the configuration of the run from its evidence, which contains no secrets. */
export function runConfigText({
  target,
  aims,
  formatVersion: _version,
  tool: _tool,
  ...asked
}: EvidenceHeader): string {
  return jsonText({ target: target.url, ...asked, aims: aims === null ? null : aims.length })
}

export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Returns the verdict as a title, for example `✓ Conforming (limited run)`. */
function verdictTitle({ summary: { verdict }, limits }: Report): string {
  const { glyph, word } = headlines[verdict]
  return `${glyph} ${word}${limits.length > 0 ? ' (limited run)' : ''}`
}

/** Returns the README of a bundle, which is derived from the summary in the manifest. */
function readmeOf(
  {
    verdict,
    reason,
    target,
    startedAt,
    judgedBy,
    caveats,
    specification,
    edition,
    catalogue,
    profile,
    seed,
  }: ManifestSummary,
  title: string,
): string {
  return [
    `# ${title}: ${code(publicName({ target }))}`,
    `${escapeMarkdown(reason)}.`,
    `Run on ${escapeMarkdown(whenOf({ startedAt }))}, profile ${profile}, seed ${seed}; judged by ${escapeMarkdown(`${judgedBy.name} ${judgedBy.version}`)} against ${escapeMarkdown(specificationName({ specification, edition }))} (${code(specification.digest)}), catalogue ${code(catalogue.digest)}.`,
    '## What this does not say',
    caveats.length === 0
      ? 'Nothing was left out, excused or declared absent.'
      : caveats.map((caveat) => `- ${escapeMarkdown(caveat)}`).join('\n'),
    '## What is in here',
    [
      '- `results.json`: the verdict on every requirement on each of its operations',
      '- `exchanges.ndjson`: every exchange of the run; keys are replaced by labels',
      '- `index.html`: the page of the bundle, for a browser',
      '- `config.json`: what the run was asked to do',
      '- `reports/`: the same results for people and for CI systems',
      '- `manifest.json`: the SHA-256 of each of these files',
      '- `manifest.json.sig`, if the bundle is signed: the Ed25519 signature of `manifest.json`',
    ].join('\n'),
    `In a project with ${judgedBy.name} ${judgedBy.version} installed, this judges the exchanges again, and checks that the verdict
follows from them and that the signature is that of the key:`,
    `    ${verifyingCommand({ edition, verdict })}\n`,
  ].join('\n\n')
}
