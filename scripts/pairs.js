/**
 * Writes which optional features of a request may stand together, `fixtures/plans/pairs.json`: what stood together in none
 * of many drawn requests may not. Run it after `npm run build` when a request schema or a recipe has changed.
 */
import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { catalogue } from '../build/conformance/catalogue.js'
import { combinationsOf } from '../build/conformance/coverage/pairs.js'
import { validRequests } from '../build/conformance/explore/draw.js'
import { featuresOf } from '../build/conformance/explore/features.js'
import { documentLanguage } from '../build/conformance/plan/schema/language.js'
import { subjectOf } from '../build/conformance/plan/subject.js'

const draws = 1500

const entries = catalogue.operations.flatMap((operation) => {
  const subject = subjectOf(documentLanguage, operation, catalogue, new Set())
  const arbitrary = validRequests(subject)
  if (arbitrary === undefined) return []
  const values = [...subject.templates.map(({ value }) => value), ...fc.sample(arbitrary, { seed: 99, numRuns: draws })]
  return [
    [
      operation.id,
      combinationsOf(values.map((value) => featuresOf(documentLanguage, operation.schemas.request, value))),
    ],
  ]
})
writeFileSync(
  new URL('../fixtures/plans/pairs.json', import.meta.url),
  `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`,
)
