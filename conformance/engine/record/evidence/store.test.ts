import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { exchangeWith, responseWith } from '../../../core/model/exchange.fixture.ts'
import type { Exchange } from '../../../core/model/exchange.ts'
import type { EvidenceFooter, EvidenceHeader } from './frame.ts'
import { type EvidenceItem, readEvidence } from './read-evidence.ts'
import { createEvidenceStore, readAt } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'evidence-'))
const file = join(folder, 'exchanges.ndjson')
afterAll(() => rmSync(folder, { recursive: true }))

const header: EvidenceHeader = {
  formatVersion: 3,
  tool: { name: 'tool', version: '1.2.3' },
  target: { url: 'http://127.0.0.1', embedded: true },
  seed: 7,
  profile: 'smoke',
  strict: false,
  startedAt: '2026-01-02T03:04:05.000Z',
  selection: { areas: ['messages'], requirements: [], unsupported: [] },
  aims: ['messages.reply-id'],
  limits: [{ kind: 'areas', text: 'only messages' }],
}
const rest: Omit<EvidenceFooter, 'count'> = {
  durationMs: 5,
  limits: [],
  halted: null,
  gap: null,
  intermittent: ['a b'],
  shrunk: [['a b', 'c']],
}
const exchanges = fc
  .array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 })
  .map((bodies) => bodies.map((body, at) => exchangeOf(`e${at}`, body)))

function exchangeOf(id: string, body: Uint8Array): Exchange {
  const response = responseWith([body], { headers: [['x', 'y']] })
  return exchangeWith({ id, captured: ['response-body'], request: { method: 'POST', body }, response })
}

async function read(): Promise<readonly EvidenceItem[]> {
  const items: EvidenceItem[] = []
  for await (const item of readEvidence(file)) items.push(item)
  return items
}

function write(list: readonly Exchange[]) {
  const store = createEvidenceStore(file, header)
  for (const exchange of list) store.add(exchange, { purpose: 'why' })
  return store
}

test('a file is read as it was written, and each exchange can be read at its place', async () => {
  await fc.assert(
    fc.asyncProperty(exchanges, async (list) => {
      write(list).finish(rest)
      const items = await read()
      expect(items[0]).toEqual({ kind: 'header', header })
      expect(items.at(-1)).toEqual({ kind: 'end', truncated: false, footer: { count: list.length, ...rest } })
      const found = items.flatMap((item) => (item.kind === 'exchange' ? [item] : []))
      expect(
        isDeepStrictEqual(
          found.map(({ exchange }) => exchange),
          list,
        ),
      ).toBe(true)
      expect(
        isDeepStrictEqual(
          found.map(({ place }) => readAt(file, place)),
          list,
        ),
      ).toBe(true)
    }),
    { numRuns: 30 },
  )
})

test('a store returns its exchanges before and after it is finished', () => {
  fc.assert(
    fc.property(exchanges, (list) => {
      const store = write(list)
      expect(
        isDeepStrictEqual(
          list.map(({ id }) => store.read(id)),
          list,
        ),
      ).toBe(true)
      store.finish(rest)
      expect(
        isDeepStrictEqual(
          list.map(({ id }) => store.read(id)),
          list,
        ),
      ).toBe(true)
      expect(store.read('')).toBeUndefined()
    }),
    { numRuns: 20 },
  )
})

test('a truncated file is recognised at any length and has no other problems', async () => {
  write(fc.sample(exchanges, { numRuns: 1, seed: 4 })[0]!).finish(rest)
  const whole = readFileSync(file)
  const start = whole.indexOf('\n') + 1
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: start, max: whole.length - 2 }), async (length) => {
      writeFileSync(file, whole)
      truncateSync(file, length)
      const items = await read()
      expect(items.at(-1)).toMatchObject({ kind: 'end', truncated: true })
      expect(items.filter(({ kind }) => kind === 'problem')).toEqual([])
    }),
  )
})

test('an unreadable line is a problem and not a truncation', async () => {
  write(fc.sample(exchanges, { numRuns: 9, seed: 4 }).find((list) => list.length > 1)!).finish(rest)
  const lines = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, lines.with(1, `#${lines[1]}`).join('\n'))
  const items = await read()
  expect(items.filter(({ kind }) => kind === 'problem')).toEqual([expect.objectContaining({ line: 2 })])
  expect(items.at(-1)).toMatchObject({ kind: 'end', truncated: false })
  writeFileSync(file, lines.toSpliced(1, 1).join('\n'))
  expect((await read()).at(-1)).toMatchObject({ kind: 'end', truncated: true })
})

test('any file is read, and each line is an item or a problem', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'binary' })), async (lines) => {
      writeFileSync(file, lines.join('\n'))
      const items = await read()
      expect(items.at(-1)).toEqual({ kind: 'end', truncated: true, footer: undefined })
    }),
    { numRuns: 50 },
  )
})

test('a line after the footer, a corrupted line and a second header are reported by number', async () => {
  write([]).finish(rest)
  const [first, footer] = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, `${first}\nspoilt\n${first}\n${footer}\n`)
  appendFileSync(file, `${footer}\n`)
  const problems = (await read()).flatMap((item) => (item.kind === 'problem' ? [`${item.line}: ${item.problem}`] : []))
  expect(problems).toEqual(['2: it is not a JSON object', '3: it is a second header', '5: it comes after the footer'])
})

test.each([
  ['small', 5, 7],
  ['large and repetitive', 100_000, 1],
  ['large and random', 100_000, 0x9e3779b1],
])('an exchange with an upload that is %s is written the same by addAside', async (_, length, factor) => {
  const upload = exchangeOf(
    'e',
    Uint8Array.from({ length }, (_, at) => Math.imul(at, factor) >>> 11),
  )
  write([upload]).finish(rest)
  const written = readFileSync(file, 'utf8')
  const store = createEvidenceStore(file, header)
  await store.addAside(upload, { purpose: 'why' })
  store.finish(rest)
  expect(readFileSync(file, 'utf8')).toBe(written)
})
