import { expect, test } from 'vitest'
import type { Area } from '../../conformance/core/model/vocabulary.ts'
import { badTargets } from '../bad-targets.ts'
import { judgedRun } from '../judged-run.ts'

type Options = Parameters<typeof judgedRun>[2]

interface Expected {
  readonly target: string
  readonly area: Area
  readonly options: Options
  /** All results that are neither passed nor untested, each once. */
  readonly results: readonly string[]
}

const smoke = { profile: 'smoke' } as const
const content = { area: 'content-generation', options: smoke } as const
const messages = { area: 'messages', options: smoke } as const

function only(...requirements: readonly string[]): Options {
  return { requirements }
}

const cases: readonly Expected[] = [
  { target: 'streams-left-open', ...messages, results: [] },
  { target: 'role-wanted-500', ...content, results: ['fail content.plain-request-accepted'] },
  {
    target: 'contents-only-as-list',
    area: 'content-generation',
    options: {},
    results: ['fail content.single-content-accepted'],
  },
  {
    target: 'image-model-wanted-500',
    area: 'images',
    options: only('images.generate-*'),
    results: ['fail images.generate-plain-request-accepted'],
  },
  { target: 'no-finish-reason', area: 'content-generation', options: only('content.mode-*'), results: [] },
  {
    target: 'thinking-limited',
    area: 'messages',
    options: only('messages.thinking-*-accepted', 'messages.temperature-*'),
    results: ['inconclusive messages.thinking-disabled-accepted', 'inconclusive messages.thinking-enabled-accepted'],
  },
  ...(['rejects-with-402', 'rejects-with-408'] as const).flatMap((target): readonly Expected[] => [
    {
      target,
      area: 'messages',
      options: only('messages.temperature-*-rejected'),
      results: [
        'fail messages.temperature-beyond-rejected',
        'fail messages.temperature-negative-rejected',
        'fail messages.temperature-type-rejected',
      ],
    },
    {
      target,
      area: 'content-generation',
      options: only('content.temperature-*-rejected'),
      results: [
        'fail content.temperature-below-rejected',
        'fail content.temperature-beyond-rejected',
        'fail content.temperature-type-rejected',
      ],
    },
    {
      target,
      area: 'images',
      options: only('images.generate-n-*-rejected'),
      results: [
        'fail images.generate-n-below-rejected',
        'fail images.generate-n-beyond-rejected',
        'fail images.generate-n-type-rejected',
      ],
    },
  ]),
  { target: 'no-key-302', ...messages, results: ['fail messages.key-missing-rejected'] },
  { target: 'no-key-302', ...content, results: ['fail content.missing-key-unauthenticated'] },
  {
    target: 'unknown-model-503',
    area: 'messages',
    options: only('messages.model-*'),
    results: ['fail messages.model-empty-rejected', 'fail messages.model-too-long-rejected'],
  },
  {
    target: 'unknown-model-503',
    area: 'content-generation',
    options: only('content.*model*'),
    results: ['fail content.model-unknown-rejected'],
  },
]

test.each(cases)('$target on $area', async ({ target, area, options, results }) => {
  const { start } = badTargets.find(({ id }) => id === target)!
  const judged = await judgedRun(await start(), [area], options)
  expect([...new Set(judged.results)].sort(), judged.reason).toEqual(results)
})

test('an endless stream fails by what it showed, and what its end would show is open', async () => {
  const { start } = badTargets.find(({ id }) => id === 'streams-endless')!
  const { results } = await judgedRun(await start(), ['messages'], smoke)
  const decided = results.filter((result) => !result.startsWith('inconclusive '))
  expect([...new Set(decided)]).toEqual(['fail messages.stream-order'])
  expect(results).toContain('inconclusive messages.stream-end')
  expect(results).toContain('inconclusive messages.stream-plain-request-accepted')
})

test('an outage that follows each unknown model is held against no other request', async () => {
  const { start } = badTargets.find(({ id }) => id === 'outage-after-unknown-model')!
  const { results } = await judgedRun(await start(), ['messages'], smoke)
  const failed = results.filter((result) => result.startsWith('fail '))
  // The target answers 503 to every model that it does not know, also to an empty name or one that is too long.
  expect(failed.filter((result) => !result.startsWith('fail messages.model-'))).toEqual([])
})
