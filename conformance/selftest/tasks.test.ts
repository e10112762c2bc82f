import { expect, test } from 'vitest'
import { faults } from '../../reference-server/index.ts'
import { variants } from '../../reference-server/variants/index.ts'
import { areas } from '../model/vocabulary.ts'
import { tasksFor, type Wanted } from './tasks.ts'

const all: Wanted = { areas, fault: () => true, variant: () => true, seeds: [1, 2], profile: 'standard' }
const nameOf = ({ kind, id, seed }: ReturnType<typeof tasksFor>[number]) => `${kind} ${id} ${seed}`

test('every fault and every variant is tested once with each seed', () => {
  const names = tasksFor(all).map(nameOf)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toHaveLength(2 * (faults.size + variants.length))
})

test('the parts together are the whole, and no test is in two of them', () => {
  const parts = [1, 2, 3].flatMap((index) => tasksFor({ ...all, shard: { index, count: 3 } }))
  expect(parts.map(nameOf).sort()).toEqual(tasksFor(all).map(nameOf).sort())
})

test('a fault is tested in the areas in which it breaks something', () => {
  const only = { ...all, fault: (id: string) => id === 'http-201', variant: () => false, seeds: [1] }
  expect(tasksFor(only).map((task) => task.areas)).toEqual([[...all.areas]])
  expect(tasksFor({ ...only, areas: ['images'] }).map((task) => task.areas)).toEqual([['images']])
  expect(tasksFor({ ...only, fault: (id) => id === 'usage-html' }).map((task) => task.areas)).toEqual([['token-usage']])
  expect(tasksFor({ ...only, fault: (id) => id === 'usage-html', areas: ['messages'] })).toEqual([])
})

test('a fault that is forgiven where it shows now and then is tested only where it always shows', () => {
  const only = {
    ...all,
    fault: (id: string) => /^images-variation-501$|^images-data-missing$/.test(id),
    variant: () => false,
    seeds: [1],
  }
  expect(tasksFor(only).map(({ id }) => id)).toContain('images-variation-501')
  expect(tasksFor({ ...only, every: 5 }).map(({ id }) => id)).toEqual(
    tasksFor(only)
      .map(({ id }) => id)
      .filter((id) => id !== 'images-variation-501'),
  )
})
