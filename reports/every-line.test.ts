import { Session } from 'node:inspector/promises'
import { expect, test } from 'vitest'
import type { Cause, Report, ReportedFinding } from '../conformance/core/model/report.ts'
import { result } from './example-result.fixture.ts'
import { examples } from './examples.fixture.ts'
import type { Result } from './result.ts'

const session = new Session()
session.connect()
/** The scripts of other tests that ran in this thread. */
const before = new Set<string>()
session.on('Debugger.scriptParsed', ({ params }) => before.add(params.scriptId))
await session.post('Profiler.enable')
await session.post('Debugger.enable')
session.removeAllListeners('Debugger.scriptParsed')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

const folders = ['/reports/terminal/', '/reports/markdown/']

// Only code that is loaded after the start is measured by branches.
const { markdown } = await import('./markdown/markdown.ts')
const { terminal, text } = await import('./index.ts')

const nonconforming = examples.nonconforming()
const truncated = examples.truncated()
const [cause] = nonconforming.causes as readonly [Cause]
const long = 'word '.repeat(200)
const forOneReason: Report = {
  ...truncated,
  requirements: truncated.requirements.slice(0, 1),
  summary: { ...truncated.summary, counts: { ...truncated.summary.counts, skipped: 1 } },
}

/** Returns a report with one requirement, which failed. */
function failing(finding: Partial<ReportedFinding>, more: Partial<Result> = {}): Report {
  const found = [{ message: 'm', exchange: 'messages.create/1', ...finding }]
  const failed = result({ id: 'messages.reply-id', statement: 's', verdict: 'fail', findings: found, ...more })
  return { ...nonconforming, causes: [], requirements: [failed] }
}

const undecided = failing({}, { verdict: 'inconclusive', reason: 'unclear', findings: [], violating: 0 })

function causes(count: number, more: Partial<Cause> = {}): readonly Cause[] {
  return Array.from({ length: count }, (_, index) => ({ ...cause, id: `cause-${index}`, ...more }))
}

const failures = Array.from({ length: 300 }, (_, index) =>
  result({ id: `messages.r-${index}`, statement: long, verdict: 'fail', findings: [{ message: long, exchange: 'e' }] }),
)
const elsewhere = { ...nonconforming.config, baseUrls: { images: 'http://i' } } as Report['config']
const client = { client: 'a', packages: ['a 1.0.0'], isTested: true, effect: 'breaks', causes: [1] } as const

type Line = readonly [render: (report: Report) => string, report: Report, shows: string]

/** Lines with a condition that no golden file meets: a report that meets it, and the beginning of the line. */
const lines: Readonly<Record<string, Line>> = {
  'the verdict for the clients of the run': [terminal, { ...nonconforming, clients: [client] }, 'Clients, in our'],
  'the only reason why nothing was tested': [terminal, forOneReason, 'on any of 1 requirement.'],
  'causes without room': [
    terminal,
    { ...nonconforming, causes: causes(2, { title: long }) },
    'more: see the reports, or --verbose',
  ],
  'titles without room': [terminal, { ...nonconforming, causes: causes(60) }, '      and '],
  'a long title among many': [terminal, { ...nonconforming, causes: causes(5, { title: long }) }, ' …\n   3. '],
  'a cause without an example': [terminal, { ...nonconforming, causes: causes(1, { requirements: [] }) }, cause.title],
  'the entry of a HAR': [terminal, failing({ entry: 'entry 3 of a.har' }), '      entry entry 3 of a.har'],
  'few known failures': [
    terminal,
    { ...nonconforming, knownFailures: nonconforming.knownFailures!.slice(0, 1) },
    'Known failures\n',
  ],
  'wide characters': [terminal, failing({ message: '表'.repeat(60) }), '表'],
  'requirements without operations': [terminal, { ...nonconforming, operations: [] }, '\n                  '],
  'another base URL': [terminal, { ...nonconforming, config: elsewhere }, 'the area images is tested at http://i'],
  'a conforming run with limits': [
    terminal,
    { ...examples.conforming(), limits: ['at most 3 requests'] },
    '(limited run)',
  ],
  colours: [(report) => terminal(report, { colour: true }), nonconforming, '\x1b[1m'],
  'a failure in the only exchange': [text, failing({}, { exchanges: 1 }), ', in 1 of 1 exchange\n'],
  'a long value': [text, failing({ actual: 'x'.repeat(500) }), '…'],
  'a result without findings': [text, undecided, '    unclear'],
  'a warning that is known': [text, failing({}, { verdict: 'warn', known: '*' }), 'WARN (known)'],
  'more limits than a note has': [terminal, { ...nonconforming, limits: ['a', 'b', 'c', 'd'] }, 'c; and 1 more'],
  'an undecided result': [markdown, undecided, '- `unclear`'],
  'code that ends with a backtick': [markdown, failing({ message: 'x `' }), '`` x ` ``'],
  'a cause that harms no client': [markdown, { ...nonconforming, causes: causes(1, { clients: [] }) }, cause.title],
  'recordings that test nothing': [markdown, { ...forOneReason, source: 'har' }, 'Nothing was tested'],
  'a run that could not begin': [
    markdown,
    { ...truncated, summary: { ...truncated.summary, reason: 'no route' } },
    'When that is fixed',
  ],
  'an area elsewhere': [markdown, { ...nonconforming, config: elsewhere }, '; the area images'],
  'no operations': [markdown, { ...nonconforming, operations: [] }, '| requirements |'],
  'recorded traffic': [markdown, { ...nonconforming, source: 'har' }, '## '],
  'the reference server, strictly': [
    markdown,
    {
      ...nonconforming,
      limits: [],
      profile: 'smoke',
      strict: true,
      target: { ...nonconforming.target, embedded: true },
    },
    'npx mgi run --profile smoke --seed 20260921 --strict',
  ],
  'a long list': [markdown, { ...nonconforming, causes: causes(50) }, '- and 10 more'],
  'failures without room': [
    markdown,
    { ...nonconforming, causes: [], requirements: failures },
    'more; the other reports name them',
  ],
  'a page of documentation': [
    markdown,
    { ...failing({}), docs: 'https://docs.example' },
    ', [documentation](https://docs.example/',
  ],
  'parts without room': [
    markdown,
    { ...nonconforming, requirements: failures, causes: causes(50, { title: long }), limits: Array(40).fill(long) },
    'This report is shortened',
  ],
}

test.each(Object.entries(lines))('a report shows %s', (_, [render, report, shows]) => {
  expect(render(report)).toContain(shows)
})

/** Code around exports that Vite adds. */
const added = ['catch {}', '() => { try {']

function isOurs({ url, scriptId }: { readonly url: string; readonly scriptId: string }): boolean {
  return !before.has(scriptId) && folders.some((one) => url.includes(one))
}

test('every line of a terminal or Markdown report is in a golden file or in one of these reports', async () => {
  for (const example of Object.values(examples)) for (const render of [terminal, text, markdown]) render(example())
  for (const [render, report] of Object.values(lines)) render(report)
  const { result: scripts } = await session.post('Profiler.takePreciseCoverage')
  const unreached: string[] = []
  for (const { scriptId, functions } of scripts.filter(isOurs)) {
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId })
    const pieces = functions
      .flatMap(({ ranges }) => ranges.filter(({ count }) => count === 0))
      .map(({ startOffset, endOffset }) => scriptSource.slice(startOffset, endOffset))
    unreached.push(...pieces.filter((piece) => !added.some((one) => piece.startsWith(one))))
  }
  session.disconnect()
  expect(unreached, 'add a report that shows it to `lines`').toEqual([])
})
