import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFile } from '../../core/files/write-file.ts'
import { alteredRequest, type Exchange } from '../../core/model/exchange.ts'
import { type Operation, type RequestValue, totalCost } from '../../core/model/operation.ts'
import type { Case, Plan } from '../../core/model/plan.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import { purposeOf, type Why } from '../../core/model/why.ts'
import type { Ruling } from '../../engine/judge/index.ts'
import { documentLanguage } from '../../engine/plan/schema/language.ts'
import { classify } from '../../engine/plan/violations.ts'
import { counterexamplesFile, type ExampleRequest } from '../config/examples.ts'

/** The most counterexamples that are kept. More would leave the next run no room for new requests. */
const most = 50

/** Adds requests to a plan, ahead of everything else: counterexamples of earlier runs, and the user's own examples. */
export function withExamples(plan: Plan, examples: readonly ExampleRequest[], { operations }: Catalogue): Plan {
  const cases = examples.flatMap(({ operation: id, value }, index): Case[] => {
    const operation = operations.find((one) => one.id === id)
    const wasPlanned = plan.cases.some((planned) => planned.operation === id)
    return operation === undefined || !wasPlanned ? [] : caseOf(operation, value, index + 1)
  })
  const cost = totalCost([plan, ...cases].map((one) => one.cost))
  return { ...plan, cases: [...cases, ...plan.cases], requests: plan.requests + cases.length, cost }
}

function caseOf(operation: Operation, written: RequestValue, count: number): Case[] {
  // Examples are bodies. The rest of the request is as in the plain one.
  const usual = operation.area === 'content-generation' ? { path: { model: 'content-model-1' } } : {}
  const header = operation.area === 'messages' ? { header: { 'provider-version': '2023-06-01' } } : {}
  const value = { ...usual, ...header, ...written }
  const kind = classify(documentLanguage, operation, value)?.class
  try {
    const request = operation.write(value)
    const why = { kind: 'stored' } as const
    const purpose = purposeOf(why) ?? ''
    const cost = kind === 'valid' ? operation.cost(value) : { calls: 0, images: 0 }
    const id = `${operation.id}/example/${String(count).padStart(2, '0')}`
    return [{ id, operation: operation.id, why, purpose, request, cost, aims: [] }]
  } catch {
    return []
  }
}

/**
 * Writes the smallest requests that failed, for the next run with the same folder. Every run sends the plain requests,
 * so a failure that only they show is not kept. Removes the file if there are none.
 */
export function keepCounterexamples(
  out: string,
  rulings: readonly Ruling[],
  shrunk: ReadonlyMap<string, string>,
  { operations }: Catalogue,
  read: (id: string) => Exchange | undefined,
): void {
  const failed = rulings.filter(({ verdict, requirement }) => verdict === 'fail' && requirement.level !== 'unspecified')
  const found = failed.flatMap(({ requirement, operation: id, findings }) => {
    const ids = findings.flatMap(({ exchange }) => shrunk.get(`${requirement.id} ${exchange}`) ?? [])
    const [smallest] = ids
    const exchange = smallest === undefined ? firstWithValues(findings, read) : read(smallest)
    if (exchange === undefined || alteredRequest(exchange).length > 0) return []
    const operation = operations.find((one) => one.matches(exchange.request))
    const value = operation?.read(exchange.request)
    const start = operation && value && classify(documentLanguage, operation, value)
    return start === undefined ? [] : [{ requirement: requirement.id, operation: id, ...start.value }]
  })
  const distinct = found.filter((one, index) => found.findIndex((other) => isSameRequest(one, other)) === index)
  const file = join(out, counterexamplesFile)
  if (distinct.length === 0) rmSync(file, { force: true })
  else writeFile(file, `${JSON.stringify(distinct.slice(0, most), null, 2)}\n`)
}

const withValues: ReadonlySet<Why['kind'] | undefined> = new Set(['drawn', 'violation', 'stored'] as const)

/** Returns the first exchange whose request has values of its own, unlike the plain request. */
function firstWithValues(findings: Ruling['findings'], read: (id: string) => Exchange | undefined) {
  for (const id of new Set(findings.map(({ exchange }) => exchange))) {
    const exchange = read(id)
    if (withValues.has(exchange?.why?.kind)) return exchange
  }
  return undefined
}

function isSameRequest({ requirement: _one, ...one }: object & { requirement: string }, other: object): boolean {
  const { requirement: _other, ...rest } = other as { requirement: string }
  return JSON.stringify(one) === JSON.stringify(rest)
}
