import { expect, test } from 'vitest'
import type { Driven } from '../../engine/drive/drive.ts'
import { footerOf } from './footer.ts'
import { durationInWords } from './interruptions-in-words.ts'

const part = {
  unsent: [{ id: 'a', stopReason: 'aborted' }],
  unproven: 0,
  shrunk: [],
  errors: [],
  adjustments: new Map(),
} as unknown as Driven
const ending = {
  halted: null,
  durationMs: 1,
  limit: { calls: 300, images: 1 },
  spent: { calls: 300, images: 1 },
  planned: 1290,
}

test('a run is reported as interrupted only if a signal interrupted it', () => {
  const early = { kind: 'time', text: '1 planned case was not sent: the run ended early' }
  expect(footerOf(part, { ...ending, interruption: undefined }).limits).toEqual([early])
  expect(footerOf(part, { ...ending, interruption: 'interrupted by SIGTERM' }).limits).toEqual([
    { kind: 'interrupted', text: 'interrupted by SIGTERM' },
    early,
  ])
})

test.each([
  ['max-billed', 'the limit of 300 accepted model calls leaves no room for them (--max-billed allows more)'],
  ['max-images', 'the limit of 1 image leaves no room for them (--max-images allows more)'],
  ['max-requests', 'the maximum number of requests was reached (--max-requests allows more)'],
] as const)('cases cut off by %s are reported with the option that allows more, for the plan and for --explore', (stopReason, why) => {
  const unsent = ['a', 'b'].map((id) => ({ id, stopReason }))
  const roundsEnd = { sent: 0, stopReason }
  expect(
    footerOf({ ...part, unsent, roundsEnd }, { ...ending, interruption: undefined, wantedInRounds: 200 }).limits,
  ).toEqual([
    { kind: 'cut', text: `2 planned cases were not sent: ${why}` },
    { kind: 'cut', text: `--explore sent 0 of 200 requests: ${why}` },
  ])
})

test('a run that draws its plan as it goes states how much it sent of the most that was planned', () => {
  const unsent = [
    { id: 'a', stopReason: 'aborted' },
    { id: 'b', stopReason: 'aborted', isLast: true },
  ] as const
  const textOf = (planSent: number) =>
    footerOf({ ...part, unsent, planSent }, { ...ending, interruption: undefined }).limits.map(({ text }) => text)
  const after = (sent: number) =>
    `after ${sent} of up to 1290 requests, the rest of the plan was not sent: the run ended early`
  expect(textOf(6)).toEqual([after(6)])
  // Violations that replace others of the plan count, too.
  expect(textOf(1300)).toEqual([after(1290)])
})

test.each([
  'max-billed',
  'max-images',
] as const)('%s explains why a limit that is not used up leaves no room', (stopReason) => {
  const unsent = [{ id: 'a', stopReason }]
  const some = { calls: 172, images: 0 }
  const [limit] = footerOf({ ...part, unsent }, { ...ending, spent: some, interruption: undefined }).limits
  expect(limit?.text).toMatch(
    /: the limit of .*, with what is kept for others, leaves no room for them \(--max-\w+ allows more\)$/,
  )
})

test('a run that ends while the target asks to wait reports the time and the remedy', () => {
  const ended = { ...ending, interruption: undefined }
  const day = footerOf({ ...part, waiting: { askedMs: 86_400_000 }, givenUp: 'overloaded' }, ended)
  expect(day.gap).toBe(
    'the target asked to wait 24 h (Retry-After), longer than the 2 min that a run waits: run again after that time, or with a key that has a higher limit',
  )
  expect(footerOf({ ...part, waiting: { askedMs: 60_000 } }, ended).gap).toBe(
    'the target asked to wait 60 s (Retry-After), and the time limit was reached before it accepted another request: allow more with --max-time, or send fewer requests per second with --rate',
  )
  expect(footerOf({ ...part, waiting: {} }, ended).gap).toBe(
    'the target kept answering that it is too busy until the time limit was reached: allow more with --max-time, or send fewer requests per second with --rate',
  )
  expect(footerOf(part, ended).gap).toBeNull()
})

test('a run that no time limit ended does not report one, however short the wait that the target asked for', () => {
  const ended = { ...ending, interruption: undefined }
  const gaveUp = 'the run ended early: the target kept answering with errors or that it is too busy'
  const waits = [{ askedMs: 1000 }, { askedMs: 0 }, {}] as const
  for (const waiting of waits) {
    expect(footerOf({ ...part, waiting, givenUp: 'overloaded' }, ended).gap).toBe(gaveUp)
    expect(footerOf({ ...part, waiting: { ...waiting, isInVain: true } }, ended).gap).toBe(gaveUp)
  }
})

test.each([
  [1, '1 s'],
  [119_000, '119 s'],
  [120_000, '2 min'],
  [86_400_000, '24 h'],
  [7 * 86_400_000, '7 days'],
])('%d milliseconds are formatted as %s', (milliseconds, words) => {
  expect(durationInWords(milliseconds)).toBe(words)
})
