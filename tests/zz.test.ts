import { test } from 'vitest'
import { catalogue } from '../conformance/catalogue.ts'
import { faults } from '../reference-server/faults/index.ts'

test('c', async () => {
  const byId = new Map(catalogue.requirements.map((r) => [r.id, r]))
  const g: Record<string, number> = {}
  const killed = new Set<string>()
  for (const f of faults.values()) {
    for (const b of f.breaks) killed.add(b)
    const r = byId.get(f.breaks[0] ?? '')
    const k = (r ? r.endpoint.split('.')[0] : 'none') + ' ' + (/^(overlook|refuse):/.test(f.id) ? 'family' : 'own')
    g[k] = (g[k] ?? 0) + 1
  }
  console.log(faults.size, g)
  console.log(
    'unkilled',
    catalogue.requirements.filter((r) => !killed.has(r.id)).map((r) => r.id),
  )
})
