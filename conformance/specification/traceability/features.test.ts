import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cause, OperationResult, Report } from '../../core/model/report.ts'
import { outcomes } from '../../core/model/vocabulary.ts'
import { type Feature, featureResults, withoutGlobs } from './features.ts'

const streaming: Feature = {
  id: 'streaming',
  name: 'Streaming',
  on: ['messages.stream'],
  shownBy: ['messages.shown'],
  spoiledBy: ['messages.spoiled'],
}

const anyResult = fc.record({
  verdict: fc.constantFrom(...outcomes),
  blockedBy: fc.constantFrom(undefined, ['messages.other']),
})
type Given = Pick<OperationResult, 'verdict'> & { readonly blockedBy?: readonly string[] | undefined }

function resultOf(id: string, given: Given, operation = 'messages.stream') {
  return { id, operations: [{ operation, ...given }] }
}

function stateOf(shown: Given, spoiled: Given, causes: readonly Cause[] = []) {
  const requirements = [resultOf('messages.shown', shown), resultOf('messages.spoiled', spoiled)]
  const report = { requirements, operations: [{ operation: 'messages.stream' }], causes } as unknown as Report
  return featureResults(report, [streaming])[0]
}

test('a feature works only if a result shows it, none fails, and none that shows it is open', () => {
  fc.assert(
    fc.property(anyResult, anyResult, (shown, spoiled) => {
      const isWorking = stateOf(shown, spoiled)?.state === 'works'
      expect(isWorking).toBe(shown.verdict === 'pass' && spoiled.verdict !== 'fail')
    }),
  )
})

test('a feature is broken exactly if a result fails, or only warnings show it', () => {
  fc.assert(
    fc.property(anyResult, anyResult, (shown, spoiled) => {
      const isFailing = shown.verdict === 'fail' || spoiled.verdict === 'fail'
      expect(stateOf(shown, spoiled)?.state === 'broken').toBe(isFailing || shown.verdict === 'warn')
    }),
  )
})

test('a feature names the cause that breaks it, or that left it undecided', () => {
  const name = (requirement: string) => ({ requirement, operation: 'messages.stream' })
  const causes = [
    { id: 'key', requirements: [], blocks: [name('messages.shown')] },
    { id: 'order', requirements: [name('messages.spoiled')], blocks: [] },
  ] as unknown as readonly Cause[]
  const blocked = { verdict: 'skipped', blockedBy: ['messages.other'] } as const
  expect(stateOf({ verdict: 'pass' }, { verdict: 'fail' }, causes)).toMatchObject({
    state: 'broken',
    causes: ['order'],
  })
  expect(stateOf(blocked, { verdict: 'skipped' }, causes)).toMatchObject({ state: 'not-tested', causes: ['key'] })
  expect(stateOf({ verdict: 'pass' }, { verdict: 'pass' }, causes)).not.toHaveProperty('causes')
})

test('results on other operations than those of the feature do not count', () => {
  const requirements = [
    resultOf('messages.shown', { verdict: 'skipped' }),
    resultOf('messages.spoiled', { verdict: 'fail' }, 'messages.create'),
  ]
  const operations = [{ operation: 'messages.stream' }]
  const report = { requirements, operations, causes: [] } as unknown as Report
  expect(featureResults(report, [streaming])[0]).toMatchObject({ state: 'not-tested', tested: 0, failed: 0 })
})

test('accepted tools do not work before a reply uses one', () => {
  const stateOfTools = (...ids: readonly string[]) => {
    const requirements = ids.map((id) => resultOf(id, { verdict: 'pass' }, 'messages.create'))
    const report = { requirements, operations: [{ operation: 'messages.create' }], causes: [] } as unknown as Report
    return featureResults(report).find(({ id }) => id === 'tools')?.state
  }
  expect(stateOfTools('messages.tools-accepted', 'messages.tool-loop-accepted')).not.toBe('works')
  expect(stateOfTools('messages.tools-accepted', 'messages.reply-tool-use-id')).toBe('works')
})

test('areas that the run did not select have no features', () => {
  const requirements = [resultOf('messages.shown', { verdict: 'skipped' })]
  expect(featureResults({ requirements, operations: [], causes: [] } as unknown as Report, [streaming])).toEqual([])
})

test('a glob stands for the stated requirements that no feature names and no longer glob matches', () => {
  const list = [
    { ...streaming, spoiledBy: ['messages.reply-*'] },
    { ...streaming, shownBy: ['messages.reply-usage'], spoiledBy: ['messages.reply-*-tokens'] },
  ]
  const stated = ['messages.reply-id', 'messages.reply-usage', 'messages.reply-new-tokens', 'content.reply-id']
  const requirements = [
    ...stated.map((id) => ({ id, level: 'stated' as const })),
    { id: 'messages.reply-utf-8', level: 'implied' as const },
  ]
  expect(withoutGlobs(list, requirements).map(({ spoiledBy }) => spoiledBy)).toEqual([
    ['messages.reply-id'],
    ['messages.reply-new-tokens'],
  ])
})
