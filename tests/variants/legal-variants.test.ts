import { expect, test } from 'vitest'
import type { Ruling } from '../../conformance/judge/index.ts'
import type { Level, Verdict } from '../../conformance/model/vocabulary.ts'
import { judgedRun } from '../judged-run.ts'
import { startGateway } from './gateway.ts'
import type { Variant } from './variant.ts'
import { variants } from './variants.ts'

test.concurrent.each(variants)('nobody accuses a gateway that $name', async (variant) => {
  const { rulings, altered } = await rulingsOn(variant)
  expect(altered, 'replies that are not those of the reference server').toBeGreaterThan(0)
  expect(told(rulings, 'stated', 'fail')).toEqual([])
  expect(told(rulings, 'implied', 'fail').map(idOf)).toEqual(Object.keys(variant.warns ?? {}).sort())
  expect(rulings.filter(({ verdict }) => verdict === 'error').map(({ requirement }) => requirement.id)).toEqual([])
  expect(rulings.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(rulings.length / 2)
}, 120_000)

/** Areas one by one: their plans are then shared among the variants. */
async function rulingsOn(variant: Variant) {
  const gateway = await startGateway(variant)
  try {
    const rulings: Ruling[] = []
    for (const area of variant.areas) rulings.push(...(await judgedRun({ url: gateway.url, areas: [area] })).rulings)
    return { rulings, altered: gateway.altered() }
  } finally {
    await gateway.close()
  }
}

/** What the judge says with that verdict, each with its first finding. */
function told(rulings: readonly Ruling[], level: Level, wanted: Verdict): readonly string[] {
  return rulings
    .filter(({ requirement, verdict }) => requirement.level === level && verdict === wanted)
    .map(({ requirement: { id }, findings: [first] }) => `${id}: ${first?.message} (${first?.exchange})`)
    .sort()
}

function idOf(line: string): string {
  return line.slice(0, line.indexOf(':'))
}
