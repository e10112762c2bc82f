import { join, resolve } from 'node:path'
import { whileLocked } from '../../../core/files/lock-folder.ts'
import { outFolder } from '../../../core/files/out-folder.ts'
import type { Catalogue } from '../../../core/model/suite.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import type { KnownGroup } from '../../../engine/judge/index.ts'
import { withPlugins } from '../../../specification/plugins/load-plugins.ts'
import { readKnownFailureOptions } from '../../config/known-failures/options.ts'
import { rejectUnknownAdditions } from '../../recorded/added-requirements.ts'
import { groupByTarget, type TargetFiles } from '../../recorded/by-target.ts'
import { checkFiles } from '../../recorded/check-files.ts'
import { type FoundRecordings, findRecordings } from '../../recorded/find-recordings.ts'
import { isRecording } from '../../recorded/har/is-recording.ts'
import { type HarReader, startHarReading } from '../../recorded/har/items.ts'
import { catalogueForFiles } from '../../recorded/recorded-edition.ts'
import { type Destination, destinationsOf, rejectFiles, reporterHelp } from '../../report/destinations.ts'
import { exitCode } from '../../report/exit-code.ts'
import { keepPrevious } from '../../report/previous-run.ts'
import { withDocs } from '../../report/run-facts.ts'
import type { Written } from '../../report/write-reports.ts'
import { command, ungrouped } from '../command.ts'
import type { Io } from '../io.ts'
import { docsIn, docsOption } from '../options/docs.ts'
import { editionOption } from '../options/edition.ts'
import { replayCommands } from '../report/replay-commands.ts'
import { type Printed, printedOptionSpecs, statusOf, withSummary } from '../report/reporting.ts'
import { printWrittenFiles, writeAndPrint } from '../report/write-reports.ts'
import { configOptionSpecs } from '../run/options/config-options.ts'
import { harOptionSpecs, readHarOptions } from './har-options.ts'
import {
  assertPlaces,
  forTarget,
  namesOfTargets,
  overall,
  skippedFileLines,
  type TargetOutcome,
  worstStatus,
} from './several-targets.ts'

export const checkCommand = command({
  name: 'check',
  summary:
    'Judges recorded traffic: evidence (exchanges.ndjson), HARs, cassettes. Sends nothing; writes files only with --out or --reporter NAME=PATH.',
  usage: 'check FILE|DIR… [OPTION …]',
  positionals: Number.POSITIVE_INFINITY,
  options: {
    edition: editionOption,
    strict: ungrouped(configOptionSpecs.strict),
    'known-failures': {
      type: 'string',
      value: 'FILE',
      help: 'A list of known failures, which do not fail the run.',
    },
    plugin: ungrouped(configOptionSpecs.plugin),
    ...harOptionSpecs,
    out: { type: 'string', value: 'DIR', help: 'Folder for reports.' },
    reporter: {
      type: 'string',
      value: 'LIST',
      multiple: true,
      help: reporterHelp,
    },
    docs: docsOption,
    ...printedOptionSpecs,
  },
  notes: [
    'FILE is exchanges.ndjson, a HAR, a zipped HAR (.har.zip), or a cassette of vcrpy, VCR, go-vcr, betamax, nock, responses, ExVCR, Charles, test-proxy or python-genai.',
    'DIR holds any of them. Recordings of one host are judged together, as one run.',
    'With several hosts, each has a report, and a folder of its own in --out. The results of an earlier run in --out are moved to its folder previous, and its other reports are removed.',
    'What happened behind the gateway is judged too (mgi run --upstream).',
    'Recordings contain no chunks and no chunk times, and often no credentials or binary bodies.',
    'These are not captured, and requirements that need them are inconclusive.',
  ],
  async run({ positionals, values, io }) {
    if (positionals.length === 0)
      throw new UsageError(
        'check needs recorded traffic: mgi check mgi-report/exchanges.ndjson, or mgi check traffic.har',
      )
    const docs = docsIn(values)
    const out = values.out === undefined ? undefined : outFolder(values.out, io.cwd)
    const found = findRecordings(positionals.map((path) => resolve(io.cwd, path)))
    const options = readHarOptions(values, found.files.some(isRecording), io)
    const edition = await catalogueForFiles(found.files, values.edition, options.catalogue)
    const catalogue = await withPlugins(edition, values.plugin ?? options.plugins, undefined, io.cwd)
    const groups = readKnownFailureOptions(values, undefined, io.cwd, catalogue).groups
    const har = startHarReading({ options, operations: catalogue.operations, signal: io.signal })
    const asked = out === undefined ? (values.reporter ?? []) : values.reporter
    const reporters = destinationsOf(asked, { out, cwd: io.cwd, kept: found.files })
    const check: Check = { values, io, docs, out, found, catalogue, groups, har, reporters }
    try {
      return await whileLocked({ folder: out, command: 'mgi check' }, () => checkTargets(check, options.target))
    } finally {
      har.close()
    }
  },
})

/** The checked arguments of `mgi check`. */
interface Check {
  readonly values: Printed & {
    readonly strict?: boolean
    readonly plugin?: readonly string[]
    readonly out?: string
  }
  readonly io: Io
  readonly docs: string | undefined
  readonly out: string | undefined
  readonly found: FoundRecordings
  readonly catalogue: Catalogue
  readonly groups: readonly KnownGroup[] | undefined
  readonly har: HarReader
  readonly reporters: readonly Destination[]
}

/** The recordings of one target, and the places of its reports. */
interface Placed extends TargetFiles {
  readonly places: readonly Destination[]
  readonly folder: string | undefined
  /** The folder from which files of earlier reports are removed, if only one target is judged. */
  readonly cleared: string | undefined
}

/** Judges the recordings of each target and writes its reports. Returns the exit status. */
async function checkTargets(check: Check, only: string | undefined): Promise<number> {
  const { values, io, out, found, reporters } = check
  const { groups: targets, passedOver } = await groupByTarget(found, check.har, only)
  await rejectUnknownAdditions(
    targets.flatMap(({ files }) => files),
    check.catalogue,
  )
  const isQuiet = values.quiet === true
  for (const line of isQuiet ? [] : skippedFileLines(passedOver, io.cwd)) io.stderr.write(`${line}\n`)
  const isOne = targets.length <= 1
  if (!isOne) assertPlaces(reporters)
  const names = namesOfTargets(targets.map(({ target }) => target))
  const placed = targets.map((one, index): Placed => {
    if (isOne) return { ...one, places: reporters, folder: out, cleared: out }
    const name = names[index]!
    return { ...one, places: forTarget(reporters, name), folder: out && join(out, name), cleared: undefined }
  })
  rejectFiles(
    placed.flatMap(({ places }) => places),
    { cwd: io.cwd, kept: found.files },
  )
  const outcomes: TargetOutcome[] = []
  for (const one of placed) {
    const outcome = await checkTarget(check, one)
    if (outcome === undefined) return exitCode.interrupted
    outcomes.push(outcome)
  }
  const isStdoutFree = reporters.every(({ file }) => file !== null)
  if (!isOne && !isQuiet && isStdoutFree) io.stdout.write(`\n${overall(outcomes).join('\n')}\n`)
  return worstStatus(outcomes)
}

/** Judges the recordings of one target and writes its reports. Returns `undefined` if the user interrupted it. */
async function checkTarget(
  { values, io, docs, found, catalogue, groups, har }: Check,
  { target, files, places, folder, cleared }: Placed,
): Promise<TargetOutcome | undefined> {
  const report = await checkFiles(files, catalogue, {
    isStrict: values.strict === true,
    groups,
    readHar: har.reading(target, files),
    signal: io.signal,
    again: replayCommands(io.cwd, values.plugin),
    onGap: (gap) => io.stderr.write(`mgi: ${gap}\n`),
  })
  if (report === undefined) return undefined
  if (folder !== undefined) keepPrevious(folder, found.files)
  // Only evidence files contain complete exchanges.
  const evidence = files.some(isRecording) ? [] : files
  const shownFolder = { out: cleared, inWords: values.out, isQuiet: values.quiet === true, besides: [] }
  const onFiles = (written: Written) => printWrittenFiles(written, places, shownFolder, io)
  const written = await writeAndPrint(withDocs(report, docs), withSummary(places, values), { evidence, io, onFiles })
  return { target: report.target.url, summary: report.summary, status: statusOf(report, written) }
}
