import { join, resolve } from 'node:path'
import { whileLocked } from '../../../core/files/lock-folder.ts'
import { outFolder } from '../../../core/files/out-folder.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { withPlugins } from '../../../specification/plugins/load-plugins.ts'
import { readKnownFailureOptions } from '../../config/known-failures/options.ts'
import { rejectUnknownAdditions } from '../../recorded/added-requirements.ts'
import { groupByTarget } from '../../recorded/by-target.ts'
import { checkFiles } from '../../recorded/check-files.ts'
import { findRecordings } from '../../recorded/find-recordings.ts'
import { isRecording } from '../../recorded/har/is-recording.ts'
import { startHarReading } from '../../recorded/har/items.ts'
import { catalogueForFiles } from '../../recorded/recorded-edition.ts'
import { destinationsOf, rejectFiles, reporterHelp } from '../../report/destinations.ts'
import { exitCode } from '../../report/exit-code.ts'
import { keepPrevious } from '../../report/previous-run.ts'
import { withDocs } from '../../report/run-facts.ts'
import type { Written } from '../../report/write-reports.ts'
import { command, ungrouped } from '../command.ts'
import { docsIn, docsOption } from '../options/docs.ts'
import { editionOption } from '../options/edition.ts'
import { replayCommands } from '../report/replay-commands.ts'
import { printedOptionSpecs, statusOf, withSummary } from '../report/reporting.ts'
import { printWrittenFiles, writeAndPrint } from '../report/write-reports.ts'
import { configOptionSpecs } from '../run/options/config-options.ts'
import { harOptionSpecs, readHarOptions } from './har-options.ts'
import {
  assertPlaces,
  forTarget,
  isStdoutFree,
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
    const work = async (): Promise<number> => {
      const { groups: targets, passedOver } = await groupByTarget(found, har, options.target)
      await rejectUnknownAdditions(
        targets.flatMap(({ files }) => files),
        catalogue,
      )
      const isQuiet = values.quiet === true
      for (const line of isQuiet ? [] : skippedFileLines(passedOver, io.cwd)) io.stderr.write(`${line}\n`)
      const isOne = targets.length <= 1
      if (!isOne) assertPlaces(reporters)
      const outcomes: TargetOutcome[] = []
      const names = namesOfTargets(targets.map(({ target }) => target))
      const placesOf = (index: number) => (isOne ? reporters : forTarget(reporters, names[index]!))
      rejectFiles(
        targets.flatMap((_, index) => placesOf(index)),
        { cwd: io.cwd, kept: found.files },
      )
      for (const [index, { target, files }] of targets.entries()) {
        const report = await checkFiles(files, catalogue, {
          isStrict: values.strict === true,
          groups,
          readHar: har.reading(target, files),
          signal: io.signal,
          again: replayCommands(io.cwd, values.plugin),
          onGap: (gap) => io.stderr.write(`mgi: ${gap}\n`),
        })
        if (report === undefined) return exitCode.interrupted
        const places = placesOf(index)
        if (out !== undefined) keepPrevious(isOne ? out : join(out, names[index]!), found.files)
        // Only evidence files contain complete exchanges.
        const evidence = files.some(isRecording) ? [] : files
        const folder = { out: isOne ? out : undefined, inWords: values.out, isQuiet, besides: [] }
        const onFiles = (written: Written) => printWrittenFiles(written, places, folder, io)
        const shown = withDocs(report, docs)
        const written = await writeAndPrint(shown, withSummary(places, values), { evidence, io, onFiles })
        outcomes.push({ target: report.target.url, summary: report.summary, status: statusOf(report, written) })
      }
      if (!isOne && !isQuiet && isStdoutFree(reporters)) io.stdout.write(`\n${overall(outcomes).join('\n')}\n`)
      return worstStatus(outcomes)
    }
    try {
      return await whileLocked({ folder: out, command: 'mgi check' }, work)
    } finally {
      har.close()
    }
  },
})
