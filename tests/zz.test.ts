import { test } from 'vitest'
import { startReferenceServer } from '../reference-server/index.ts'
import { judgedRun, planFor } from './judged-run.ts'
import { areas } from '../conformance/model/vocabulary.ts'
test('c', async () => {
  for (const a of areas) {
    const t0 = performance.now(); const plan = planFor([a], 'standard', 1); const t1 = performance.now()
    console.log(a, 'plan ms', t1-t0|0, plan.cases.length, plan.requests, plan.cost, plan.aims.size)
    const server = await startReferenceServer({})
    const t2 = performance.now()
    const { rulings, exchanges } = await judgedRun({ url: server.url, areas: [a] })
    console.log('run ms', performance.now()-t2|0, exchanges.length)
    const g: Record<string, number> = {}
    for (const r of rulings) { g[r.verdict+' '+r.requirement.level] = (g[r.verdict+' '+r.requirement.level]??0)+1
      if (r.verdict !== 'pass' && !(r.verdict==='untested' && r.requirement.conditional)) console.log(r.verdict, r.requirement.level, r.requirement.id, r.untested ?? '', r.findings[0]?.message ?? '', r.findings[0]?.exchange ?? '') }
    console.log(g)
    await server.close()
  }
}, 200000)
