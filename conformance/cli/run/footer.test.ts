import { expect, test } from 'vitest'
import type { Driven } from '../../explore/drive/drive.ts'
import { footerOf } from './footer.ts'

const part = { unsent: [{ id: 'a', cut: 'aborted' }], shrunk: [], errors: [] } as unknown as Driven
const ending = { halted: null, durationMs: 1 }

test('only where the user interrupted a run is it said to be interrupted', () => {
  const early = '1 planned case was not sent: the run ended early'
  expect(footerOf([part], { ...ending, isInterrupted: false }).limits).toEqual([early])
  expect(footerOf([part], { ...ending, isInterrupted: true }).limits).toEqual(['interrupted by the user', early])
})
