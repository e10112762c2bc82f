import { expect, test } from 'vitest'
import type { Ruling } from '../judge/index.ts'
import type { Task } from './trial.ts'
import { isNeverAsked, mustFail, tryFault } from './try-fault.ts'

test('what a fault breaks has to fail where the same requests test it without the fault', () => {
  const may = ['a.one@images.edit', 'a.one@images.generate', 'a.two@images.edit']
  expect(mustFail(may, new Set(['a.one@images.edit', 'a.two@images.edit']))).toEqual([
    'a.one@images.edit',
    'a.two@images.edit',
  ])
})

test('what only the fault puts to the test has to fail wherever the fault shows', () => {
  const may = ['a.one@images.edit', 'a.one@images.generate']
  expect(mustFail(may, new Set())).toEqual(may)
})

function ruling(id: string, verdict: Ruling['verdict']): Ruling {
  return { requirement: { id }, operation: 'images.edit', verdict } as Ruling
}

test('a limited fault says nothing where no request puts what it breaks to the test, with it or without', () => {
  const may = ['a.one@images.edit']
  expect(isNeverAsked([ruling('a.one', 'untested'), ruling('a.two', 'pass')], may, new Set())).toBe(true)
  expect(isNeverAsked([ruling('a.one', 'untested')], may, new Set(may))).toBe(false)
  expect(isNeverAsked([ruling('a.one', 'pass')], may, new Set())).toBe(false)
})

test('what stays undecided without a failure that explains it is told', async () => {
  const task: Task = { kind: 'fault', id: 'usage-message-null', areas: ['token-usage'], profile: 'standard', seed: 1 }
  expect(await tryFault(task)).toMatchObject({ finish: 'exact', leftOpen: [] })
})

test.each([
  'usage-message-null',
  'usage-html',
  'refuse:usage.plain-request-accepted',
])('%s blocks nothing that the same requests leave untested without it', async (id) => {
  const task: Task = { kind: 'fault', id, areas: ['token-usage'], profile: 'standard', seed: 1 }
  expect(await tryFault(task)).toMatchObject({ finish: 'exact', blockedInVain: [] })
})
