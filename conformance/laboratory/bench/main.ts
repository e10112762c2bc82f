/**
 * `npm run bench`: measures the figures of `docs/performance.md`. `--quick` runs fewer rounds, and `--write` writes the
 * figures into that page.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { figureInWords, isReached, writeFigures } from './figures.ts'
import { flood, type Shot } from './flood.ts'
import { type Figure, median, mgi, outputOf, runNode, type Server, startNode, startServer } from './measure.ts'

const concurrency = 16
const key = 'test-key'

/** Measures the time from starting the command to the first request of a standard run, alternating with `node -e 0`. */
async function firstRequest(rounds: number): Promise<readonly Figure[]> {
  const pairs: (readonly [number, number])[] = []
  for (let round = 0; round < rounds; round += 1) {
    pairs.push([await untilFirstRequest(), (await runNode(['-e', '0'])).milliseconds])
  }
  const [ours, theirs] = [median(pairs.map(([one]) => one)), median(pairs.map(([, one]) => one))]
  return [
    {
      name: 'from the command to the first request, compared with node -e 0',
      value: median(pairs.map(([one, other]) => one / other)),
      unit: 'times',
      most: 8,
      detail: `${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms`,
    },
  ]
}

/** Returns the milliseconds until a server receives the first request of a run. Stops the run. */
async function untilFirstRequest(): Promise<number> {
  let asked = (): void => {}
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve
  })
  const server = createServer(asked)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const out = mkdtempSync(join(tmpdir(), 'mgi-bench-'))
  const started = performance.now()
  const child = startNode([mgi, 'run', url, '--key', key, '--out', out, '--quiet'])
  try {
    const ended = new Promise<never>((_, reject) => {
      child.once('exit', (status) => reject(new Error(`mgi run ended with status ${status} before it asked`)))
    })
    await Promise.race([isAsked, ended])
    return performance.now() - started
  } finally {
    child.removeAllListeners('exit')
    child.kill('SIGKILL')
    server.close().closeAllConnections()
    rmSync(out, { recursive: true, force: true })
  }
}

const replay = fileURLToPath(new URL('./replay.js', import.meta.url))

/** The milliseconds of a standard run and of the bare pool, and the peak memory of the run in megabytes. */
interface Round {
  readonly run: number
  readonly bare: number
  readonly peak: number
}

/**
 * Measures a standard run with its reports, and a bare undici Pool that replays the same requests against the same
 * server. They alternate, each in a new process. A first run warms up the server and does not count.
 */
async function wholeRun(rounds: number): Promise<readonly Figure[]> {
  const server = await startServer([mgi, 'serve', '--key', key])
  const folder = mkdtempSync(join(tmpdir(), 'mgi-bench-'))
  try {
    const measured: Round[] = []
    for (let round = 0; round <= rounds; round += 1) measured.push(await measure(server.url, folder))
    return figuresOf(measured.slice(1))
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(url: string, folder: string): Promise<Round> {
  const options = ['--key', key, '--out', folder, '--concurrency', String(concurrency), '--quiet']
  const { status, milliseconds, peakBytes } = await runNode([mgi, 'run', url, ...options])
  if (status !== 0) throw new Error(`mgi run ended with status ${status}`)
  const bare = Number(await outputOf([replay, url, join(folder, 'exchanges.ndjson'), key, String(concurrency)]))
  return { run: milliseconds, bare, peak: peakBytes / 2 ** 20 }
}

function figuresOf(measured: readonly Round[]): readonly Figure[] {
  const ratios = measured.map(({ run, bare }) => run / bare)
  const middle = (of: (round: Round) => number): number => median(measured.map(of))
  return [
    {
      name: 'mgi run from command to exit, compared with a bare undici Pool with the same requests',
      value: median(ratios),
      unit: 'times',
      most: 3,
      detail: `${middle(({ run }) => run).toFixed(0)} ms against ${middle(({ bare }) => bare).toFixed(0)} ms; ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
    },
    {
      name: 'peak memory of that run',
      value: middle(({ peak }) => peak),
      unit: 'MB',
      most: 280,
      detail: `at most ${Math.max(...measured.map(({ peak }) => peak)).toFixed(0)} MB in ${measured.length} runs`,
    },
  ]
}

const servers = fileURLToPath(new URL('./servers.js', import.meta.url))
const shot: Shot = {
  method: 'POST',
  path: '/v1/messages',
  headers: ['content-type', 'application/json', 'x-api-key', 'test-key', 'provider-version', '2023-06-01'],
  body: Buffer.from(
    JSON.stringify({
      model: 'messages-model-1',
      max_tokens: 64,
      messages: [{ role: 'user', content: 'Name a green fruit.' }],
    }),
  ),
}

/** Compares the throughput through `mgi proxy`, which judges, with that through a bare undici proxy. */
async function proxying(rounds: number, requests: number): Promise<readonly Figure[]> {
  const out = mkdtempSync(join(tmpdir(), 'mgi-bench-'))
  const target = await startServer([servers])
  const bare = await startServer([servers, target.url])
  const options = ['--target', target.url, '--key', key, '--quiet', '--out', out]
  const ours = await startServer([mgi, 'proxy', ...options])
  const shots = Array.from({ length: requests }, () => shot)
  const rate = ({ url }: Server): Promise<number> => flood(url, shots, concurrency)
  try {
    const pairs: (readonly [number, number])[] = []
    for (let round = 0; round <= rounds; round += 1) pairs.push([await rate(bare), await rate(ours)])
    // The first round is a warm-up.
    return [throughput(pairs.slice(1))]
  } finally {
    await Promise.all([ours, bare, target].map((server) => server.stop()))
    rmSync(out, { recursive: true, force: true })
  }
}

function throughput(pairs: readonly (readonly [bare: number, ours: number])[]): Figure {
  const ratios = pairs.map(([bare, ours]) => ours / bare)
  const middle = (at: 0 | 1): string => median(pairs.map((pair) => pair[at])).toFixed(0)
  return {
    name: 'requests a second through mgi proxy, compared with a bare undici proxy',
    value: median(ratios),
    unit: 'times',
    least: 0.7,
    detail: `${middle(1)} against ${middle(0)} requests/s; ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
  }
}

const isQuick = process.argv.includes('--quick')
const rounds = isQuick ? 3 : 7

const figures = [
  ...(await firstRequest(rounds)),
  ...(await wholeRun(rounds)),
  ...(await proxying(rounds, isQuick ? 2_000 : 5_000)),
]
for (const figure of figures) {
  if (!isReached(figure) && !isQuick) process.exitCode = 1
  process.stdout.write(`${figureInWords(figure)}\n`)
}
if (process.argv.includes('--write')) writeFigures(figures, `npm run bench -- ${isQuick ? '--quick ' : ''}--write`)
