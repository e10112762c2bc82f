import { expect, test } from 'vitest'
import { readImpact } from '../clients/experiment/data.ts'
import { lossesOf, praisedLosses } from '../features-and-clients.ts'

const harmful = readImpact().faults.filter((impact) => lossesOf(impact).length > 0)

test.each(harmful)('under $fault no feature works of which a client loses something', async (impact) => {
  expect(await praisedLosses(impact)).toEqual([])
})
