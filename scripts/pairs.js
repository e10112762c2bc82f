/**
 * Writes which optional features of a request may stand together, `fixtures/plans/pairs.json`: what stood together in none
 * of many drawn requests may not. Run it after `npm run build` when a request schema or a recipe has changed.
 */
import { writeFileSync } from 'node:fs'
import { catalogue } from '../build/conformance/catalogue.js'
import { combinationsOf } from '../build/conformance/coverage/pairs.js'
import { featuresOf } from '../build/conformance/explore/features.js'
import { randomFrom } from '../build/conformance/generate/random.js'
import { drawRequest } from '../build/conformance/generate/requests.js'
import { documentLanguage } from '../build/conformance/plan/schema/language.js'
import { subjectOf } from '../build/conformance/plan/subject.js'

const draws = 3000

const entries = []
for (const operation of catalogue.operations) {
  const load = catalogue.drawing.get(operation.area)
  if (load === undefined) continue
  const arbitraries = await load()
  const subject = subjectOf(documentLanguage, operation, catalogue, new Set())
  const random = randomFrom(99)
  const drawn = Array.from({ length: draws }, () => drawRequest(subject, arbitraries, random)?.value)
  const features = drawn.flatMap((value) =>
    value === undefined ? [] : [featuresOf(documentLanguage, operation.schemas.request, value)],
  )
  entries.push([operation.id, combinationsOf(features)])
}
writeFileSync(
  new URL('../fixtures/plans/pairs.json', import.meta.url),
  `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`,
)
