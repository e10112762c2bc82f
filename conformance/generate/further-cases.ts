import type { RecordedRequest } from '../model/exchange.ts'
import type { Case } from '../model/plan.ts'
import type { Endpoint } from '../model/vocabulary.ts'
import { mixed } from '../plan/budget.ts'
import type { Draft } from '../plan/draft.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { subjectOf } from '../plan/subject.ts'
import { seedFor } from '../plan/values/seed.ts'
import { type PlanOptions, probesFor } from './plan.ts'
import { controlOf, controlsOf, drawNext, efforts, sourcesFor, violationDrafts } from './request-source.ts'

/** The requests of each operation in one batch beyond the plan. */
const batch = { drawn: 3, violations: 2 }

/** Yields requests beyond the plan of these options, in batches. Continues where the plan ended. */
export async function* furtherCases(options: PlanOptions): AsyncGenerator<readonly Case[]> {
  const operations = options.catalogue.operations.filter(({ id }) => options.operations.includes(id))
  const probes = probesFor(operations, options, new Set(options.unsupported ?? []))
  const sources = await sourcesFor(options, probes)
  const planned = efforts[options.profile].drawn
  for (const source of sources) for (let count = 0; count < planned; count += 1) source.rest?.next()
  for (let round = 1; ; round += 1) {
    const drafts = sources.map((source) => {
      const own: Draft[] = []
      for (let turn = 0; turn < batch.drawn; turn += 1) {
        const draft = drawNext(source, planned + source.drawn.length + own.length + 1, options.seed)
        if (draft === undefined) break
        own.push(draft)
      }
      source.drawn.push(...own)
      const seed = seedFor(options.seed, `round ${round}`)
      const wrong = violationDrafts(
        source.subject,
        controlsOf({ ...source, drawn: own }),
        { ...options, seed },
        `round-${round}-`,
      )
      return [...own, ...(wrong.next().value ?? []).slice(0, batch.violations)]
    })
    const all = mixed(drafts).map(({ planned }) => planned)
    if (all.length === 0) return
    yield all
  }
}

/**
 * Yields violations in requests of one operation that the target accepted: first one of each requirement, then other
 * values.
 */
export function* violationsOn(
  { catalogue, seed, profile, unsupported = [], language = documentLanguage }: PlanOptions,
  endpoint: Endpoint,
  accepted: readonly { readonly id: string; readonly request: RecordedRequest }[],
): Generator<Case> {
  const operation = catalogue.operations.find(({ id }) => id === endpoint)!
  const subject = subjectOf(language, operation, catalogue, new Set(unsupported))
  const controls = accepted.map(({ id, request }) => controlOf(operation, id, request))
  for (const drafts of violationDrafts(subject, controls, { profile, seed }))
    yield* drafts.map(({ planned }) => planned)
}
