import { test } from 'vitest'
import { catalogue } from '../conformance/catalogue.ts'
import { endpoints } from '../conformance/model/vocabulary.ts'
import { plannedFor } from '../conformance/run/plan/plan-run.ts'
test('x', async () => {
  for (const p of catalogue.probes) console.log(p.id, p.operation, p.profile, p.requests, p.cost.calls, p.cost.images)
  for (const profile of ['standard', 'smoke'] as const) {
  const plan = await plannedFor({ catalogue, operations: endpoints, profile, seed: 1 })
  const by = new Map<string, number[]>()
  for (const c of plan.cases) { const k = `${c.operation} ${c.origin}`; const v = by.get(k) ?? [0, 0, 0]; by.set(k, [v[0]! + 1, v[1]! + c.cost.calls, v[2]! + c.cost.images]) }
  console.log(profile, plan.requests, plan.cost, [...by].map(([k, v]) => `${k}: ${v}`).join('\n')) }
})
