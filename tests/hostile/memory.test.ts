import { expect, test } from 'vitest'
import { hostiles } from './hostiles.ts'
import { runMgi } from './run-mgi.ts'
import { survives } from './survives.ts'

test.each(
  hostiles.filter(({ isHeavy }) => isHeavy === true),
)('a run ends by itself, and below 300 MB, against a target that $name', async (hostile) => {
  await survives(hostile, async (url, more) => {
    const ended = await runMgi(url, more)
    expect(ended.peakMegabytes).toBeGreaterThan(20)
    expect(ended.peakMegabytes).toBeLessThan(300)
    return ended
  })
})
