import type { OperationResult, Report, ReportedFinding, RequirementResult } from '../model/report.ts'

/** A result that failed, or could not be decided, as the message of a test. */
export function failureInWords(requirement: RequirementResult, result: OperationResult): string {
  const { findings, findingsTotal } = result
  const more = findingsTotal > findings.length ? [`  and ${findingsTotal - findings.length} more`] : []
  return [
    `${requirement.id} on ${result.operation} (section ${requirement.section}): ${requirement.statement}`,
    `  ${result.reason}`,
    ...findings.flatMap(findingInWords),
    ...more,
  ].join('\n')
}

function findingInWords({ message, path, expected, actual, curl, replay }: ReportedFinding): readonly string[] {
  return [
    `  - ${message}${path === undefined ? '' : ` (${path})`}`,
    ...(expected === undefined ? [] : [`    expected ${JSON.stringify(expected)}`]),
    ...(actual === undefined ? [] : [`    received ${JSON.stringify(actual)}`]),
    ...(curl === undefined ? [] : [`    ${curl}`]),
    ...(replay === undefined ? [] : [`    ${replay}`]),
  ]
}

/** The most results that a message shows completely. */
const most = 10

/** Results of a report, the first of them completely and the others by name. */
export function failuresInWords(
  results: readonly (readonly [RequirementResult, OperationResult])[],
): readonly string[] {
  const shown = results.slice(0, most).map(([requirement, result]) => failureInWords(requirement, result))
  const rest = results.slice(most).map(([{ id }, { operation }]) => `${id} on ${operation}`)
  return rest.length === 0 ? shown : [...shown, `and ${rest.length} more: ${rest.join(', ')}`]
}

/** All results of a report with the requirements that they are about. */
export function resultsOf({ requirements }: Pick<Report, 'requirements'>) {
  return requirements.flatMap((one) => one.operations.map((result) => [one, result] as const))
}
