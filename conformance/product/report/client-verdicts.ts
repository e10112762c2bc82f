import { type ClientVerdict, type Effect, isBreaking, worstEffect } from '../../core/model/client-effect.ts'
import type { Cause, OperationSummary, Report } from '../../core/model/report.ts'
import { resultKey } from '../../core/model/requirement.ts'
import type { ClientTable } from '../../specification/traceability/client-impact.ts'

/** Adds the effects of a report's causes on some clients. Causes that a list of known failures excuses do not count. */
export function withClientVerdicts(report: Report, names: readonly string[], { clients }: ClientTable): Report {
  if (names.length === 0) return report
  const known = excusedIn(report)
  const counted = report.causes.map((cause, index) => ({ number: index + 1, cause }))
  const open = counted.filter(({ cause }) => !isExcused(cause, known))
  const asked = clients.filter(({ name }) => names.includes(name))
  const tested = report.operations.filter(isJudged).map(({ operation }) => operation)
  const verdicts = asked.map(({ name, packages, operations }) => ({
    client: name,
    packages,
    isTested: operations.some((operation) => tested.includes(operation)),
    ...effectsOn(name, open),
  }))
  return { ...report, clients: verdicts }
}

/** Returns whether a requirement has a verdict on the operation. An unreachable one has none. */
function isJudged({ counts }: OperationSummary): boolean {
  return counts.pass + counts.fail + counts.warn > 0
}

interface Numbered {
  readonly number: number
  readonly cause: Cause
}

function effectsOn(client: string, causes: readonly Numbered[]): Pick<ClientVerdict, 'effect' | 'causes'> {
  const found = causes.flatMap(({ number, cause }) => {
    const own = cause.clients?.find((one) => one.client === client)
    return own === undefined ? [] : [{ number, effect: own.effect }]
  })
  const worst = worstEffect(found.map(({ effect }) => effect))
  // If one cause breaks a client and another may break it, both count as breaking it.
  const isSuch = (effect: Effect) => effect === worst || (isBreaking(worst) && isBreaking(effect))
  return {
    effect: worst,
    causes: found.filter(({ effect }) => isSuch(effect)).map(({ number }) => number),
  }
}

function excusedIn({ requirements }: Report): ReadonlySet<string> {
  return new Set(
    requirements.flatMap(({ id, operations }) =>
      operations.filter(({ known }) => known !== undefined).map(({ operation }) => resultKey(id, operation)),
    ),
  )
}

function isExcused({ requirements }: Cause, known: ReadonlySet<string>): boolean {
  return requirements.every(({ requirement, operation }) => known.has(resultKey(requirement, operation)))
}
