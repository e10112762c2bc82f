import { expect, test } from 'vitest'
import { startReferenceServer } from '../../../reference-server/index.ts'
import { cutByTime, trialRun } from './trial-run.ts'

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

test('a trial counts requirements that no edition has yet', async () => {
  const server = await startReferenceServer()
  try {
    const { report } = await trialRun({ url: server.url, areas: ['token-usage'], profile: 'smoke', seed: 1 })
    expect(report.edition).toBeUndefined()
  } finally {
    await server.close()
  }
})
