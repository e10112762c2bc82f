import { join, resolve } from 'node:path'
import { wordOf } from '../../../../reports/outcome.ts'
import type { Report, RunVerdict } from '../../../core/model/report.ts'
import { runVerdicts } from '../../../core/model/run-verdict.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import type { EvidenceHeader } from '../../../engine/record/evidence/frame.ts'
import { editionNamed, editionNames } from '../../../specification/editions/edition.ts'
import { withPlugins } from '../../../specification/plugins/load-plugins.ts'
import { copied } from '../../bundle/contents.ts'
import {
  compareWithEvidence,
  isOwnCatalogue,
  isOwnSpecification,
  judgedAgain,
  openInWords,
} from '../../bundle/judge-again.ts'
import type { Manifest } from '../../bundle/manifest.ts'
import { verifyingKey } from '../../bundle/signature.ts'
import {
  type Answer,
  derivedAnswers,
  fileAnswers,
  manifestIn,
  no,
  openBundle,
  signatureAnswer,
  unknown,
  yes,
} from '../../bundle/verify.ts'
import { choice } from '../../config/choices.ts'
import { unknownInWords } from '../../recorded/added-requirements.ts'
import { readHeader } from '../../recorded/evidence-file.ts'
import { done, exitCode } from '../../report/exit-code.ts'
import { readResults } from '../../report/read-results.ts'
import { command, ungrouped } from '../command.ts'
import { type Io, noteTo, oneLine } from '../io.ts'
import { catalogueOfReport } from '../options/edition.ts'
import { configOptionSpecs } from '../run/options/config-options.ts'

export const verifyCommand = command({
  name: 'verify',
  summary: 'Checks that a bundle is complete and that its verdict follows from its evidence. Sends nothing.',
  usage: 'verify BUNDLE [--key PUB.pem] [OPTION …]',
  positionals: 1,
  options: {
    key: { type: 'string', value: 'PUB.pem', help: 'Require a signature of this Ed25519 key.' },
    plugin: ungrouped(configOptionSpecs.plugin),
    edition: { type: 'string', value: 'NAME', help: 'Require that it was judged by this edition.' },
    expect: {
      type: 'string',
      value: 'VERDICT',
      help: `Require this verdict: ${runVerdicts.join(', ')}.`,
    },
    unlimited: { type: 'boolean', help: 'Require a run that left nothing out.' },
  },
  notes: [
    'Digests detect accidental changes only; use --key to verify who made the bundle.',
    'Exit status: 0 the bundle is valid, whatever its verdict; 1 the bundle is not valid (for example, its manifest cannot be parsed), or its verdict is not that of --expect, or the run was limited despite --unlimited; 2 usage error, or the folder is not a bundle; 3 this version cannot decide; 130 interrupted.',
  ],
  async run({ positionals: [path], values, io }) {
    if (path === undefined) throw new UsageError('verify needs a bundle: mgi verify mgi-bundle')
    const folder = resolve(io.cwd, path)
    const expected = values.expect === undefined ? undefined : choice('expect', values.expect, runVerdicts)
    const bundle = openBundle(folder)
    const manifest = manifestIn(bundle, path)
    const key = values.key === undefined ? undefined : verifyingKey(values.key, io.cwd)
    if (values.edition !== undefined) editionNamed(values.edition)
    if ('holds' in manifest) return printUnreadable(manifest, io)
    const found = await fileAnswers(bundle, manifest, io.signal)
    if (found === undefined) return exitCode.interrupted
    const { answers: files, matching } = found
    // The verdict follows from these files only, and a file that was rejected is not opened again.
    if (!copied.every((name) => matching.has(name))) return printAnswers(files, manifest, expected, io)
    const told = reportIn(folder, io)
    if (typeof told === 'string') return printAnswers([...files, no(told)], manifest, expected, io)
    const header = await readHeader(join(folder, 'exchanges.ndjson'), io.signal)
    if (io.signal.aborted) return exitCode.interrupted
    if (header === undefined)
      return printAnswers([...files, no('exchanges.ndjson is not evidence')], manifest, expected, io)
    const answers = [...files, ...derivedAnswers(bundle, found, manifest, told, header)]
    const verdict = await verdictAnswer(folder, told, header, values.plugin, io)
    if (verdict === undefined) return exitCode.interrupted
    const required = [...editionAnswer(told, values.edition), ...limitsAnswer(told, values.unlimited)]
    return printAnswers([...answers, verdict, ...required, signatureAnswer(bundle, key)], manifest, expected, io)
  },
})

/** Returns the results in the bundle, or the reason why there are none. */
function reportIn(folder: string, io: Io): Report | string {
  try {
    return readResults(join(folder, 'results.json'), noteTo(io))
  } catch (error) {
    if (error instanceof UsageError) return error.message.replaceAll(`${folder}/`, '')
    throw error
  }
}

/** Checks the edition that the user requires. Without it, the bundle may have any. */
function editionAnswer({ edition }: Report, required: string | undefined): readonly Answer[] {
  if (required === undefined) return []
  if (edition === required) return [yes(`it was judged by edition ${edition}`)]
  return [no(`it was judged ${edition === undefined ? 'by no edition' : `by edition ${edition}`}, not by ${required}`)]
}

function limitsAnswer({ limits }: Report, isRequired = false): readonly Answer[] {
  if (!isRequired) return []
  return [limits.length === 0 ? yes('the run left nothing out') : no(`the run was limited: ${limits.join('; ')}`)]
}

async function verdictAnswer(
  folder: string,
  results: Report,
  header: EvidenceHeader,
  plugins: readonly string[] | undefined,
  io: Io,
): Promise<Answer | undefined> {
  const { edition } = results
  if (edition !== undefined && !editionNames().includes(edition))
    return unknown(`it was judged by edition ${edition}, which this version of mgi does not know; use a newer version`)
  const catalogue = await withPlugins(catalogueOfReport(results, folder), plugins, undefined, io.cwd)
  const unknownAdded = unknownInWords(header.addedRequirements ?? [], catalogue)
  if (unknownAdded !== undefined) return unknown(unknownAdded)
  if (!isOwnCatalogue(results, catalogue))
    return unknown(`another catalogue judged it (${results.tool.version}); use that version of mgi to judge it again`)
  if (!isOwnSpecification(results))
    return unknown(
      `it was judged against another version of the specification (${results.specification.digest}); use ${results.tool.name} ${results.tool.version} to judge it again`,
    )
  const again = await judgedAgain(join(folder, 'exchanges.ndjson'), results, catalogue, io.signal)
  if (again === undefined) return undefined
  const { wrong, open } = compareWithEvidence(results, again)
  if (wrong !== undefined) return no(`the verdict does not follow: ${wrong}`)
  if (open.length > 0) return unknown(`the verdict follows as far as the evidence shows: ${openInWords(open)}`)
  return yes(`the verdict, ${wordOf(results.summary.verdict)}, follows from the evidence`)
}

const glyphs = { yes: '✓', no: '✗', unknown: '?', unasked: '–' } as const satisfies Record<Answer['holds'], string>

/** Prints the answers. The verdict of the run does not affect the validity of the bundle. */
function printAnswers(
  answers: readonly Answer[],
  { summary }: Manifest,
  expected: RunVerdict | undefined,
  { stdout }: Io,
): number {
  const print = (gist: string, more: readonly string[] = []): void =>
    void stdout.write(`${[...answers.map(asLine), '', gist, ...more].join('\n')}\n`)
  if (answers.some(({ holds }) => holds === 'no')) {
    print(doesNotHold)
    return exitCode.nonconforming
  }
  // The words of the manifest are not repeated, because nothing here confirms it.
  if (answers.some(({ holds }) => holds === 'unknown')) {
    print('this version cannot decide whether the bundle is valid')
    return exitCode.inconclusive
  }
  const { verdict, reason, caveats } = summary
  const isWanted = expected === undefined || expected === verdict
  print(
    `the bundle is valid; its verdict is ${wordOf(verdict)}${isWanted ? '' : `, not ${wordOf(expected)}`}`,
    [reason, ...caveats].map((line) => `  - ${oneLine(line)}`),
  )
  return isWanted ? done : exitCode.nonconforming
}

/** Prints why the manifest cannot be read, in which case no other checks are possible. */
function printUnreadable(answer: Answer, { stdout }: Io): number {
  const isUnknown = answer.holds === 'unknown'
  stdout.write(`${asLine(answer)}\n\n${isUnknown ? 'this version cannot verify the bundle' : doesNotHold}\n`)
  return isUnknown ? exitCode.inconclusive : exitCode.nonconforming
}

const doesNotHold = 'the bundle is not valid'

function asLine({ holds, text }: Answer): string {
  return `${glyphs[holds]} ${oneLine(text)}`
}
