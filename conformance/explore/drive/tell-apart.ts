import type { Operation, RequestValue } from '../../model/operation.ts'
import type { Use } from '../../model/validation.ts'
import { classify, reducible } from '../plan/classify.ts'
import { digestOf, type Sent } from '../plan/wire.ts'
import { isObject, isSame } from '../schema/json.ts'
import type { Language } from '../schema/language.ts'
import { get } from '../schema/pointer.ts'
import { reductionsOf, weightOf } from '../values/reductions.ts'
import { attempt } from './attempts.ts'
import { costOf, type Run } from './driver.ts'

/** The most requests that telling apart may take in one run. */
export const mostToldApart = 100

/**
 * Sends each use of the valid requests that were refused on its own, with just what it cannot do without: only then is
 * it known which one a target refuses, and which it refuses only beside others (readings.md G2).
 */
export async function tellApart(run: Run, language: Language): Promise<void> {
  if (run.refused.length === 0) return
  const met = new Set([...run.sent.values()].map(digestOf))
  let left = mostToldApart
  for (const { id, request } of [...run.refused].sort((one, other) => (one.id < other.id ? -1 : 1))) {
    const start = reducible(language, run.operations, request)
    if (start?.class !== 'valid' || !run.accepted.has(start.operation.id)) continue
    for (const [index, alone] of usesAlone(language, start.operation, start.value).entries()) {
      if (left === 0 || met.has(digestOf(alone.request))) continue
      met.add(digestOf(alone.request))
      left -= 1
      await sendAlone(run, `${id}/alone-${index + 1}`, alone)
    }
  }
}

async function sendAlone(run: Run, id: string, { request }: Sent): Promise<void> {
  const { calls } = costOf(run, request)
  if (!(await run.purse.claim(calls))) return void run.unsent.push({ id, cut: 'max-billed' })
  const fared = await attempt(run, id, request)
  const isAccepted = 'reception' in fared && fared.reception === 'accepted'
  run.purse.settle(calls, isAccepted ? calls : 0)
  if ('cut' in fared) run.unsent.push({ id, cut: fared.cut })
}

/** For each use of a valid value the smallest part of it that still makes that use. */
function usesAlone(language: Language, operation: Operation, value: RequestValue): readonly Sent[] {
  const { request: schema } = operation.schemas
  if (schema === undefined) return []
  return language.validate(schema, value).uses.flatMap((use) => {
    const alone = smallest(language, operation, schema, value, use)
    return alone === undefined ? [] : [alone]
  })
}

/** What is left when everything is taken away without which the use can do. */
function smallest(language: Language, operation: Operation, schema: string, value: RequestValue, use: Use) {
  let found: Sent | undefined
  for (let current = value; ; ) {
    const next = removalsFrom(current)
      .filter((candidate) => keeps(language, schema, candidate, value, use))
      .map((candidate) => classify(language, operation, candidate))
      .find((classified) => classified?.class === 'valid')
    if (next === undefined) return found
    found = next
    current = next.value
  }
}

/** Values with less in them. Each step weighs less than the one before, so that taking away comes to an end. */
function removalsFrom(value: RequestValue): readonly RequestValue[] {
  const weight = weightOf(value)
  const removals = reductionsOf(value).filter(({ name }) => !name.includes(' simpler '))
  return removals.map((removal) => removal.value).filter((smaller) => weightOf(smaller) < weight)
}

function keeps(language: Language, schema: string, candidate: RequestValue, whole: RequestValue, use: Use): boolean {
  const { violations, open, uses } = language.validate(schema, candidate)
  if (violations.length > 0 || open.length > 0) return false
  const kept = uses.find(({ requirement }) => requirement === use.requirement)
  if (kept === undefined) return false
  const before = get(whole, use.pointer)
  return isObject(before) || Array.isArray(before) || isSame(get(candidate, kept.pointer), before)
}
