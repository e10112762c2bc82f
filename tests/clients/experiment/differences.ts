import type { ExerciseResult, FaultImpact } from '../../../conformance/specification/traceability/client-impact.ts'

/** Lists the results that differ from the recorded ones, one a line. */
export function differencesBetween(known: FaultImpact | undefined, found: FaultImpact): readonly string[] {
  if (known === undefined) return [`${found.fault}: not in the data; npm run client-impact adds it`]
  const untried = found.tried.filter((client) => !known.tried.includes(client))
  const isFound = ({ client }: ExerciseResult) => found.tried.includes(client)
  const before = new Map(known.results.filter(isFound).map((one) => [keyOf(one), one]))
  const after = new Map(found.results.map((one) => [keyOf(one), one]))
  const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => inWords(before.get(key)) !== inWords(after.get(key)),
  )
  return [
    ...untried.map((client) => `${found.fault}: ${client} was not tried before`),
    ...differing.map((key) => `${found.fault}: ${key}: ${inWords(before.get(key))}, now ${inWords(after.get(key))}`),
  ]
}

function keyOf({ client, exercise }: ExerciseResult): string {
  return `${client}, ${exercise}`
}

function inWords(result: ExerciseResult | undefined): string {
  if (result === undefined) return 'not shown'
  return result.detail === undefined ? result.outcome : `${result.outcome} (${subjectOf(result.detail)})`
}

/**
 * Returns the path or the exception class. Values are ignored, because some clients make up random ones for missing
 * values.
 */
function subjectOf(detail: string): string {
  return detail.split(':')[0]!
}
