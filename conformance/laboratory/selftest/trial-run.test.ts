import { expect, test } from 'vitest'
import { cutByTime } from './trial-run.ts'

test('only a time limit counts as a cut by time', () => {
  const cut = '12 planned cases were not sent: the time limit was reached'
  expect(
    cutByTime([
      { kind: 'areas', text: 'only images' },
      { kind: 'time', text: cut },
    ]),
  ).toBe(cut)
  expect(cutByTime([{ kind: 'cut', text: cut }])).toBeUndefined()
  expect(cutByTime([])).toBeUndefined()
})
