import { expect, test } from 'vitest'
import type { Deciding } from '../../core/model/arbitraries.ts'
import { prove } from '../plan/subject.ts'
import { drawables } from './drawn.fixture.ts'
import { decidingFor, pairsIn, pairwiseRequests } from './pairwise.ts'
import type { SmallSteps } from './pool.ts'
import { randomFrom } from './random.ts'

const none = { places: {}, arrange: <T>(value: T) => value, provoking: [], pieces: [] }
const deciding = drawables.filter(({ subject, arbitraries }) => decidingFor(subject, arbitraries ?? none).length > 0)

function resultOf<T>(steps: SmallSteps<T>): T {
  for (;;) {
    const next = steps.next()
    if (next.done === true) return next.value
  }
}

function requestsOf({ subject, arbitraries }: (typeof drawables)[number], seed: number, groups?: readonly Deciding[]) {
  const own = groups ?? decidingFor(subject, arbitraries!)
  return resultOf(pairwiseRequests(subject, own, randomFrom(seed), subject.templates[0]!.value))
}

test.each(deciding)('$id: every pairwise request is valid, and has a pair that no other has', (drawable) => {
  const { subject, arbitraries } = drawable
  const groups = decidingFor(subject, arbitraries!)
  const requests = requestsOf(drawable, 1)
  expect(requests.length).toBeGreaterThan(2)
  const met = new Set<string>()
  for (const { value } of requests) {
    expect(prove(subject, value), JSON.stringify(value.body)).toBeDefined()
    const pairs = pairsIn(value, groups)
    expect(pairs.filter((pair) => !met.has(pair))).not.toEqual([])
    for (const pair of pairs) met.add(pair)
  }
})

test.each(deciding)('$id: the same seed gives the same requests, and another seed gives others', (drawable) => {
  expect(requestsOf(drawable, 3)).toEqual(requestsOf(drawable, 3))
  expect(requestsOf(drawable, 3)).not.toEqual(requestsOf(drawable, 4))
})

test.each([1, 2, 3])('seed %i has each pair that is valid, also one that needs a third choice', (seed) => {
  const generate = drawables.find(({ id }) => id === 'images.generate')!
  const kinds = {
    model: { larger: { model: 'image-model-2' }, smaller: { model: 'image-model-1' } },
    quality: { hd: { quality: 'hd' } },
    size: { wide: { size: '1792x1024' }, small: { size: '256x256' } },
  }
  const pairs = requestsOf(generate, seed, [{ kinds }]).flatMap(({ value }) => pairsIn(value, [{ kinds }]))
  expect([...new Set(pairs)].sort()).toEqual([
    'model larger with quality hd',
    'model larger with size wide',
    'model smaller with size small',
    'quality hd with size wide',
  ])
})

test('a pair that is not valid is left out, and one that costs more waits for a request of its own', () => {
  const generate = drawables.find(({ id }) => id === 'images.generate')!
  const kinds = {
    n: { 1: { n: 1 }, 7: { n: 7 } },
    model: { larger: { model: 'image-model-2' }, smaller: { model: 'image-model-1' } },
    size: { wide: { size: '1792x1024' }, small: { size: '256x256' } },
  }
  const rows = requestsOf(generate, 1, [{ kinds }])
  const bodies = rows.map(({ value }) => value.body as { n?: number; model?: string; size?: string })
  expect(bodies.filter(({ model, size }) => model === 'image-model-2' && size === '256x256')).toEqual([])
  expect(bodies.filter(({ n }) => n === 7)).toEqual([
    expect.objectContaining({ model: 'image-model-1', size: '256x256' }),
  ])
  expect(bodies.map(({ n }) => n === 7).lastIndexOf(true)).toBe(bodies.length - 1)
})
