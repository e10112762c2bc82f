import process from 'node:process'
import { whileLocked } from '../../../core/files/lock-folder.ts'
import { outFolder } from '../../../core/files/out-folder.ts'
import { assertOwnFiles } from '../../../core/files/own-files.ts'
import type { Report } from '../../../core/model/report.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { connectionFrom } from '../../config/connection.ts'
import { startAdmin } from '../../proxy/admin.ts'
import { type JudgingProxy, type ProxyOptions, startProxy } from '../../proxy/start-proxy.ts'
import { type Destination, destinationsOf } from '../../report/destinations.ts'
import { withDocs } from '../../report/run-facts.ts'
import type { Written } from '../../report/write-reports.ts'
import { harOptionSpecs, readHarOptions } from '../check/har-options.ts'
import { command, ungrouped, type Values } from '../command.ts'
import type { Io } from '../io.ts'
import { docsIn, docsOption } from '../options/docs.ts'
import { maskOption } from '../options/mask.ts'
import { wholeNumber } from '../options/numbers.ts'
import { type Printed, printedOptionSpecs, statusOf, withSummary } from '../report/reporting.ts'
import { printWrittenFiles, writeAndPrint } from '../report/write-reports.ts'
import { configOptionSpecs } from '../run/options/config-options.ts'
import { listeningError, untilAborted } from '../serve/listening.ts'
import { startProxyProgress } from './live.ts'

const specs = {
  target: { type: 'string', value: 'URL', help: 'The base URL of the gateway (or target: in the config).' },
  port: { type: 'string', value: 'N', help: 'The port to listen on; 0 is any free port (default 0).' },
  host: { type: 'string', value: 'H', help: 'The address to listen on (default 127.0.0.1).' },
  'admin-port': { type: 'string', value: 'N', help: 'A second port with /healthz and /metrics (OpenMetrics).' },
  'admin-host': { type: 'string', value: 'H', help: 'The address of the second port (default 127.0.0.1).' },
  cert: { type: 'string', value: 'FILE', help: 'Use TLS for clients, with this certificate (PEM).' },
  'key-file': { type: 'string', value: 'FILE', help: 'The private key of --cert (PEM).' },
  forwarded: {
    type: 'boolean',
    help: 'Send the address of the client to the gateway: append to X-Forwarded-For; add X-Forwarded-Proto and -Host if missing.',
  },
  ca: { type: 'string', value: 'FILE', help: 'Also trust this authority for the target (PEM).' },
  key: {
    type: 'string',
    value: 'KEY',
    help: 'A valid key (or MGI_API_KEY); other keys count as valid once they were accepted.',
  },
  config: {
    type: 'string',
    value: 'FILE',
    help: 'The config with target, names of models and headers, and what is unsupported (default mgi.config.yaml, .yml or .json).',
  },
  'vendor-headers': harOptionSpecs['vendor-headers'],
  sample: { type: 'string', value: 'N/M', help: 'Judge N of every M requests, chosen at random (default all).' },
  remember: {
    type: 'string',
    value: 'N',
    help: 'Compare N exchanges with one another, then keep only counts, verdicts and first findings (default 20000).',
  },
  plugin: {
    type: 'string',
    value: 'FILE',
    multiple: true,
    help: 'An ES module with requirements of your own (defineRequirement); repeatable (also plugins: in the config).',
  },
  keep: {
    type: 'string',
    value: 'bodies',
    help: 'Write complete exchanges, including user text, to exchanges.ndjson in --out (default: bodies are dropped).',
  },
  mask: maskOption,
  'save-examples': {
    type: 'string',
    value: 'DIR',
    help: 'Save requests with different features as examples for mgi run, without user text (with --keep bodies: including it).',
  },
  edition: ungrouped(configOptionSpecs.edition),
  strict: ungrouped(configOptionSpecs.strict),
  'known-failures': { type: 'string', value: 'FILE', help: 'A list of known failures, which do not fail the run.' },
  out: { type: 'string', value: 'DIR', help: 'Folder for reports (default ./mgi-report).' },
  reporter: ungrouped(configOptionSpecs.reporter),
  docs: docsOption,
  ...printedOptionSpecs,
} as const

/** The maximum size of one evidence file in bytes. Two files are kept. */
const maxFileBytes = 256 * 2 ** 20
/** The time in milliseconds for requests in flight when the proxy ends. */
const graceMs = 30_000

export const proxyCommand = command({
  name: 'proxy',
  summary: 'Forwards the requests of real clients to a gateway, unaltered, and judges the traffic.',
  usage: 'proxy --target URL [OPTION …]',
  positionals: 0,
  options: specs,
  notes: [
    'Prints its base URL as one line once it listens. SIGUSR2 writes the reports of everything judged so far. SIGINT and SIGTERM wait for open requests (at most 30 s), write the reports and end with the verdict: 0 conforming, 1 nonconforming, 3 nothing judged or inconclusive.',
    'Judging does not delay traffic: if it falls behind, exchanges pass without being judged, and the report states how many. Bodies are judged and dropped; findings quote the offending place. Keys are replaced by labels before anything is judged or written. The proxy sets Host to the target and answers Expect: 100-continue itself; everything else is forwarded unaltered.',
  ],
  async run({ values, io }) {
    const docs = docsIn(values)
    const read = readOptions(values, io)
    return whileLocked({ folder: read.out, command: 'mgi proxy' }, () => proxied(read, docs, values, io))
  },
})

/** Forwards and judges until the user ends it. Returns the exit status. */
async function proxied(
  { options, destinations, out, admin }: Read,
  docs: ReturnType<typeof docsIn>,
  values: Values<typeof specs>,
  io: Io,
): Promise<number> {
  const proxy = await startProxy(options).catch((error: unknown) => {
    throw listeningError(error, 'port', options)
  })
  const live = startProxyProgress(proxy, io, values.quiet === true)
  const state = { counts: proxy.counts, violations: live.violations, hasStopped: () => live.trouble() !== undefined }
  const second =
    admin === undefined
      ? undefined
      : await startAdmin(state, admin).catch(async (error: unknown) => {
          await proxy.close()
          throw listeningError(error, 'admin-port', admin)
        })
  io.stdout.write(`${proxy.url}\n`)
  if (values.quiet !== true && second !== undefined) io.stderr.write(`metrics at ${second.url}/metrics\n`)
  const write = (report: Report, printed: Printed): Promise<Written> =>
    writeAndPrint(withDocs(report, docs), withSummary(destinations, printed), {
      evidence: [],
      io,
      onFiles: (written) =>
        printWrittenFiles(
          written,
          destinations,
          { out, inWords: values.out ?? 'mgi-report', isQuiet: values.quiet === true, besides: [] },
          io,
        ),
    })
  const stop = reportOnSignal(proxy, io, (report) => write(report, { quiet: true }))
  await untilAborted(io.signal)
  stop()
  const report = await proxy.close(graceMs).finally(async () => {
    live.end()
    await second?.close()
  })
  return statusOf(report, await write(report, values))
}

interface Read {
  readonly options: ProxyOptions
  readonly destinations: readonly Destination[]
  readonly out: string
  readonly admin: { readonly port: number; readonly host: string } | undefined
}

function readOptions(values: Values<typeof specs>, io: Io): Read {
  const recording = readHarOptions(values, true, io)
  const { target, keys, vocabulary, recognised, unsupported, masks, plugins, pluginPlaces } = recording
  if (target === undefined) throw new UsageError('proxy needs the URL of a gateway: mgi proxy --target URL')
  if (values.keep !== undefined && values.keep !== 'bodies')
    throw new UsageError(`--keep ${values.keep}: expected bodies`)
  const out = outFolder(values.out ?? 'mgi-report', io.cwd)
  assertOwnFiles(out, ['exchanges.ndjson'], `--out ${values.out ?? 'mgi-report'}`)
  const port = portOf('admin-port', values['admin-port'])
  const { tls } = connectionFrom({ ca: values.ca }, io)
  const serverTls = serverTlsOf(values, io.cwd)
  const remember = wholeNumber('remember', values.remember, { least: 1, most: 1_000_000 }) ?? 20_000
  if (values.keep === 'bodies' && values.quiet !== true)
    io.stderr.write(
      `--keep bodies: requests and replies, including user text, are written to ${out}; restrict access to that folder\n`,
    )
  return {
    options: {
      target,
      keys,
      vocabulary,
      recognised,
      unsupported,
      masks,
      plugins,
      pluginPlaces,
      remember,
      edition: values.edition ?? recording.edition,
      strict: values.strict === true,
      cwd: io.cwd,
      sample: readSample(values.sample),
      port: portOf('port', values.port) ?? 0,
      host: values.host ?? '127.0.0.1',
      ...(values['known-failures'] === undefined ? {} : { knownFailures: values['known-failures'] }),
      ...(values.keep === 'bodies' ? { evidence: { folder: out, maxFileBytes } } : {}),
      ...examplesFrom(values, io.cwd),
      isForwarded: values.forwarded === true,
      tls,
      serverTls,
    },
    destinations: destinationsOf(values.reporter, { out, cwd: io.cwd, kept: [] }),
    out,
    admin: port === undefined ? undefined : { port, host: values['admin-host'] ?? '127.0.0.1' },
  }
}

function examplesFrom(
  { 'save-examples': given, keep }: Values<typeof specs>,
  cwd: string,
): Pick<ProxyOptions, 'examples'> {
  if (given === undefined) return {}
  return { examples: { folder: outFolder(given, cwd, '--save-examples'), withWords: keep === 'bodies' } }
}

function portOf(option: string, text: string | undefined): number | undefined {
  return wholeNumber(option, text, { least: 0, most: 65_535 })
}

function serverTlsOf(values: Values<typeof specs>, cwd: string): ProxyOptions['serverTls'] {
  const { cert, 'key-file': key } = values
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined)
    throw new UsageError(`--${cert === undefined ? 'key-file' : 'cert'} was given alone; give --cert and --key-file`)
  // Reads both files and rejects those that TLS cannot use.
  const { tls } = connectionFrom({ cert, 'cert-key': key }, { env: {}, cwd })
  return tls?.cert === undefined || tls.key === undefined ? undefined : { cert: tls.cert, key: tls.key }
}

/** Writes reports on SIGUSR2 while the proxy keeps running. Returns a function that stops listening. */
function reportOnSignal(proxy: JudgingProxy, { stderr }: Io, write: (report: Report) => Promise<unknown>): () => void {
  let last: Promise<unknown> = Promise.resolve()
  const onSignal = (): void => {
    last = last
      .then(async () => write(await proxy.report()))
      .catch((error: unknown) => void stderr.write(`mgi: no report: ${(error as Error).message}\n`))
  }
  process.on('SIGUSR2', onSignal)
  return () => void process.off('SIGUSR2', onSignal)
}

/** Returns the share for text such as `1/100`; 1 by default. */
function readSample(text: string | undefined): number {
  if (text === undefined) return 1
  const [, part, whole] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? []
  const share = Number(part) / Number(whole)
  if (share > 0 && share <= 1) return share
  throw new UsageError(`--sample ${text}: write N/M, N of every M requests, such as 1/100`)
}
