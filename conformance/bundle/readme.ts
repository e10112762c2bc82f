import { code, plain } from '../../reports/markdown/text.ts'
import { headlines } from '../../reports/outcome.ts'
import type { Face } from './manifest.ts'

/** The page that whoever opens a bundle reads first. It follows from the front of the manifest. */
export function readmeOf({
  verdict,
  reason,
  target,
  startedAt,
  judgedBy,
  caveats,
  specification,
  catalogue,
  profile,
  seed,
}: Face): string {
  const { glyph, word } = headlines[verdict]
  return [
    `# ${glyph} ${word}: ${code(target.url)}`,
    `${plain(reason)}.`,
    `Run on ${plain(startedAt)}, profile ${profile}, seed ${seed}; judged by ${plain(`${judgedBy.name} ${judgedBy.version}`)} against ${plain(specification.title)} (${code(specification.digest)}), catalogue ${code(catalogue.digest)}.`,
    '## What this does not say',
    caveats.length === 0
      ? 'Nothing was left out, excused or declared absent.'
      : caveats.map((caveat) => `- ${plain(caveat)}`).join('\n'),
    '## What is in here',
    [
      '- `results.json`: the verdict on every requirement on each of its operations',
      '- `exchanges.ndjson`: every exchange of the run; secrets are labels',
      '- `config.json`: what the run was asked to do',
      '- `reports/`: the same results for people and for CI systems',
      '- `manifest.json`: the SHA-256 of each of these files',
      '- `attestation.json`, where the bundle is signed: an in-toto statement in a DSSE envelope',
    ].join('\n'),
    `\`npx mgi verify DIR\` judges the exchanges again and says whether the verdict follows from them; with
\`--key PUB.pem\` it says whether that key vouches for it.\n`,
  ].join('\n\n')
}
