import { expect, test } from 'vitest'
import { faults } from '../../../../reference-server/index.ts'
import { brokenOn, limitableTo, shownOn } from './operations-of.ts'

const all = [...faults.values()]

test('every fault shows on an operation where each requirement it violates can fail', () => {
  for (const fault of all) {
    expect(shownOn(fault), fault.id).not.toEqual([])
    for (const requirement of fault.breaks)
      expect(brokenOn(fault, requirement), `${fault.id} ${requirement}`).not.toEqual([])
  }
})

test('every fault can be limited to each operation it shows on, except faults of fetched images', () => {
  for (const fault of all) {
    const isOfNone = fault.alterPicture !== undefined
    expect(fault.notLimited !== undefined, fault.id).toBe(isOfNone)
    expect(limitableTo(fault.id), fault.id).toEqual(isOfNone ? [] : shownOn(fault))
  }
})

test.each([
  ['images-created-null', ['images.generate', 'images.edit', 'images.variation']],
  ['images-variation-501', ['images.variation']],
  ['content-error-code-as-text', ['content.generate', 'content.stream']],
  ['content-stream-500', ['content.stream']],
  ['messages-streamed-prefill-rejected', ['messages.stream']],
  ['overlook:messages.temperature-beyond-rejected', ['messages.create', 'messages.stream']],
  ['usage-201', ['usage.token']],
] as const)('%s shows on %s', (id, operations) => {
  expect(limitableTo(id)).toEqual(operations)
})
