import { expect, test } from 'vitest'
import { faults } from '../../../reference-server/index.ts'
import { variants } from '../../../reference-server/variants/index.ts'
import { areas } from '../../core/model/vocabulary.ts'
import { type SelftestInput, tasksFor } from './tasks.ts'

const all: SelftestInput = { areas, fault: () => true, variant: () => true, seeds: [1, 2], profile: 'standard' }
const nameOf = ({ kind, id, seed }: ReturnType<typeof tasksFor>[number]) => `${kind} ${id} ${seed}`

test('every fault and variant is tested once with each seed', () => {
  const names = tasksFor(all).map(nameOf)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toHaveLength(2 * (faults.size + variants.length))
})

test('all shards together contain each task exactly once', () => {
  const parts = [1, 2, 3].flatMap((index) => tasksFor({ ...all, shard: { index, count: 3 } }))
  expect(parts.map(nameOf).sort()).toEqual(tasksFor(all).map(nameOf).sort())
})

test('a fault is tested in the areas whose requirements it violates', () => {
  const only = { ...all, fault: (id: string) => id === 'http-201', variant: () => false, seeds: [1] }
  expect(tasksFor(only).map((task) => task.areas)).toEqual([[...all.areas]])
  expect(tasksFor({ ...only, areas: ['images'] }).map((task) => task.areas)).toEqual([['images']])
  expect(tasksFor({ ...only, fault: (id) => id === 'usage-html' }).map((task) => task.areas)).toEqual([['token-usage']])
  expect(tasksFor({ ...only, fault: (id) => id === 'usage-html', areas: ['messages'] })).toEqual([])
})

test('a fault of several operations is limited to each of them, in the area of that operation', () => {
  const only = { ...all, fault: (id: string) => /^(http-201|usage-201|images-url-gone)$/.test(id), seeds: [1] }
  const limited = tasksFor({ ...only, variant: () => false, on: 'each' })
  expect(limited.map(({ id, on, areas: [area] }) => `${id} ${on} ${area}`)).toEqual([
    'http-201 images.generate images',
    'http-201 images.edit images',
    'http-201 images.variation images',
    'http-201 usage.token token-usage',
    'http-201 content.generate content-generation',
    'http-201 messages.create messages',
  ])
  const onToken = tasksFor({ ...only, variant: () => false, on: 'usage.token' })
  expect(onToken.map(({ id }) => id).sort()).toEqual(['http-201', 'usage-201'])
})

test('rounds are spread over areas and draw distinct faults from the seed', () => {
  const rounds = tasksFor({ ...all, together: { size: 5, rounds: 10 } })
  expect(rounds).toHaveLength(20)
  expect(new Set(rounds.map(({ id, seed }) => `${id} ${seed}`)).size).toBe(20)
  for (const { faults = [] } of rounds) expect(new Set(faults).size).toBe(5)
  expect(tasksFor({ ...all, together: { size: 5, rounds: 10 } })).toEqual(rounds)
  expect(rounds[0]?.faults).not.toEqual(rounds[10]?.faults)
  expect(rounds.filter(({ areas: [area], seed }) => area === 'images' && seed === 1)).toHaveLength(3)
})

test('an area with too few faults has no rounds', () => {
  const few = { ...all, fault: (id: string) => id.startsWith('usage-expires-') || id.startsWith('messages-') }
  const rounds = tasksFor({ ...few, seeds: [1], together: { size: 5, rounds: 4 } })
  expect(new Set(rounds.flatMap((round) => round.areas))).toEqual(new Set(['messages']))
})
