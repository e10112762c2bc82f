import { expect, test } from 'vitest'
import type { Ruling } from '../../conformance/judge/index.ts'
import { judgedRun } from '../judged-run.ts'
import { startGateway } from './gateway.ts'
import { variants } from './variants.ts'

test.concurrent.each(variants)(
  'nobody accuses a gateway that $name',
  async (variant) => {
    const gateway = await startGateway(variant)
    try {
      const { areas, profile = 'standard' } = variant
      const rulings: Ruling[] = []
      for (const area of areas) {
        const run = await judgedRun({ url: gateway.url, areas: [area], profile })
        rulings.push(...run.rulings)
        if (process.env['VAR'])
          for (const x of run.exchanges)
            if (/unknown-model/.test(x.id))
              console.log(
                'UNK',
                x.id,
                x.request.path,
                Buffer.from(x.request.body).toString(),
                Buffer.concat(x.response?.chunks.map((c) => c.bytes) ?? []).toString(),
              )
      }
      if (process.env['VAR']) {
        for (const r of rulings)
          if (r.verdict === 'inconclusive') console.log(variant.name, 'DOUBT', r.requirement.id, r.findings[0]?.message)
        const c: any = {}
        for (const r of rulings) c[r.verdict] = (c[r.verdict] ?? 0) + 1
        console.log(variant.name, 'TALLY', gateway.altered(), JSON.stringify(c))
      }
      expect(accusations(rulings.filter(({ requirement }) => requirement.level === 'stated'))).toEqual([])
      expect(
        accused(rulings.filter(({ requirement }) => requirement.level === 'implied')),
        accusations(rulings).join('\n'),
      ).toEqual(Object.keys(variant.warns ?? {}).sort())
      expect(rulings.filter(({ verdict }) => verdict === 'error').map(({ requirement }) => requirement.id)).toEqual([])
      expect(gateway.altered()).toBeGreaterThan(0)
    } finally {
      await gateway.close()
    }
  },
  60_000,
)

function accused(rulings: readonly Ruling[]): readonly string[] {
  return rulings
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ requirement }) => requirement.id)
    .sort()
}

function accusations(rulings: readonly Ruling[]): readonly string[] {
  return rulings
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ requirement, findings }) => `${requirement.id}: ${JSON.stringify(findings[0])}`)
}
