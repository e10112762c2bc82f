import { expect, test } from 'vitest'
import { isSuccess } from '../conformance/core/model/observation.ts'
import { appliesTo, operationsOf, type Requirement } from '../conformance/core/model/requirement.ts'
import { observe } from '../conformance/engine/judge/index.ts'
import { shownWith } from '../conformance/specification/areas/shown-with.ts'
import { catalogue } from '../conformance/specification/catalogue.ts'
import { startReferenceServer } from '../reference-server/index.ts'
import { recordedRun } from './recorded-run.ts'
import { untilTestEnds } from './serve.ts'

const requirements: ReadonlyMap<string, Requirement> = new Map(catalogue.requirements.map((one) => [one.id, one]))

test('each entry names a requirement on replies and features of its operations', () => {
  for (const [id, features] of Object.entries(shownWith)) {
    const { kind } = requirements.get(id)!
    expect(kind === 'exchange' || kind === 'transcript', id).toBe(true)
    const own = features.map((feature) => requirements.get(feature))
    expect(
      own.every((one) => one?.kind === 'acceptance'),
      id,
    ).toBe(true)
  }
})

test.each([
  'messages',
  'content-generation',
  'images',
] as const)('no reply to a request without the features shows the requirement: %s', async (area) => {
  const { url } = await untilTestEnds(startReferenceServer())
  const { exchanges } = await recordedRun({ url, areas: [area], profile: 'smoke' })
  const escaping = exchanges.flatMap((exchange) => {
    const seen = observe(catalogue.operations, exchange)
    if (seen === undefined || seen.request.violations.length > 0 || !isSuccess(seen.status)) return []
    const uses = new Set(seen.request.uses.map(({ requirement }) => requirement))
    return Object.entries(shownWith).flatMap(([id, features]) => {
      const own = requirements.get(id)!
      if (!operationsOf(own).includes(seen.operation.id) || !shows(own, seen)) return []
      const needed = features.filter((one) => operationsOf(requirements.get(one)!).includes(seen.operation.id))
      return needed.filter((one) => !uses.has(one)).map((one) => `${exchange.id} shows ${id} without ${one}`)
    })
  })
  expect(escaping).toEqual([])
})

function shows(requirement: Requirement, seen: NonNullable<ReturnType<typeof observe>>): boolean {
  if (requirement.kind === 'exchange') return appliesTo(requirement, seen)
  return requirement.kind === 'transcript' && requirement.collect(seen) !== undefined
}
