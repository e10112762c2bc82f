import { expect, test } from 'vitest'
import { catalogueOf } from '../../conformance/catalogue.ts'
import type { Area } from '../../conformance/model/vocabulary.ts'
import { faults, startReferenceServer } from '../../reference-server/index.ts'
import { judgedRun } from '../judged-run.ts'

/**
 * Declares a test for every `step`th fault of an area that is not one of the families: a standard run against a server
 * with that fault fails exactly the requirements that the fault names, whatever word their level prints.
 */
export function testFaultsOf(area: Area, step: number): void {
  const own = new Set(catalogueOf([area]).requirements.map(({ id }) => id))
  const listed = [...faults.values()].filter(
    ({ id, breaks }) => !/^(overlook|refuse):/.test(id) && own.has(breaks[0] ?? ''),
  )
  const chosen = listed.filter((_, index) => index % step === 0)
  test.each(chosen.map((fault) => [fault.id, fault] as const))('%s fails exactly what it breaks', async (_, fault) => {
    const server = await startReferenceServer({ faults: [fault.id] })
    try {
      const { rulings } = await judgedRun({ url: server.url, areas: [area] })
      const failed = rulings.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
      const expected = fault.breaks.filter((id) => own.has(id))
      expect(failed.map(({ requirement }) => requirement.id).sort()).toEqual([...expected].sort())
    } finally {
      await server.close()
    }
  })
}
