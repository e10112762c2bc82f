import type { Finding } from '../../core/model/finding.ts'
import type { Observation } from '../../core/model/observation.ts'
import type { Requirement } from '../../core/model/requirement.ts'
import type { Endpoint, Verdict } from '../../core/model/vocabulary.ts'
import { brief } from './brief.ts'
import type { KnownExchanges } from './known-exchanges.ts'
import { findingsKept, type LocatedFinding, type Ruling } from './ruling.ts'
import { addSigns, type Signs } from './signs.ts'
import { startItems } from './transcript/later-items.ts'

/** Adds up the findings on one requirement over a run. Keeps the same findings whatever their order. */
export interface Tally {
  /** Counts one more exchange that the requirement was judged on. `passing` is the exchange if it passed. */
  judged(passing?: string): void
  add(finding: LocatedFinding): void
  /** Notes the places of the findings on one exchange. */
  sign(findings: readonly Finding[], seen: Observation): void
  /** Records that the requirement's own code threw on an exchange. */
  addError(exchange: string, error: unknown): void
  ruling(requirement: Requirement, operation: Endpoint): Ruling
}

export function startTally(known: KnownExchanges): Tally {
  const { isPlainer, caseOf, originOf, isOfRun } = known
  const violations = startKeeping(known)
  const doubts = startKeeping(known)
  const errors = startKeeping(known)
  const violating = new Set<string>()
  const passed = new Set<string>()
  const signs: Signs = new Map()
  let exchanges = 0
  let example: string | undefined
  const items = startItems()
  return {
    judged: (passing) => {
      exchanges += 1
      if (passing !== undefined && isOfRun(passing)) passed.add(passing)
      if (passing !== undefined && (example === undefined || isPlainer(passing, example))) example = passing
    },
    add: (finding) => {
      if (finding.doubt !== true) violating.add(finding.exchange)
      ;(finding.doubt === true ? doubts : violations).keep(finding)
    },
    sign: (findings, seen) => {
      addSigns(signs, findings, seen)
      items.add(findings)
    },
    addError: (exchange, error) => errors.keep({ exchange, message: `the check itself failed: ${reasonOf(error)}` }),
    ruling: (requirement, operation) => ({
      requirement,
      operation,
      verdict: worst(errors.total(), violations.total(), doubts.total(), exchanges),
      exchanges,
      violating: violating.size,
      violatingExchanges: violating,
      passingExchanges: passed,
      violatingCases: new Set([...violating].flatMap((exchange) => [caseOf(exchange), originOf(exchange)])),
      example,
      laterItems: items.later(),
      signs: [...signs.values()],
      findings: [...errors.kept(), ...violations.kept(), ...doubts.kept()].slice(0, findingsKept),
      findingsTotal: errors.total() + violations.total() + doubts.total(),
    }),
  }
}

function worst(errors: number, violations: number, doubts: number, exchanges: number): Verdict {
  if (errors > 0) return 'error'
  if (violations > 0) return 'fail'
  if (doubts > 0) return 'inconclusive'
  return exchanges > 0 ? 'pass' : 'untested'
}

/** The most characters of an internal error. It may quote what the check read. */
const longestReason = 300

/** Returns the first line of what a check threw. */
function reasonOf(error: unknown): string {
  const thrown = error instanceof Error ? error.message : String(error)
  const [line = ''] = thrown.split('\n', 1)
  return line.length <= longestReason ? line : `${line.slice(0, longestReason)}…`
}

interface Keeping {
  keep(finding: LocatedFinding): void
  kept(): readonly LocatedFinding[]
  total(): number
}

function inItsCase(finding: LocatedFinding, caseOf: KnownExchanges['caseOf']): LocatedFinding {
  const caseId = caseOf(finding.exchange)
  return caseId === finding.exchange ? finding : { ...finding, caseId }
}

/** Keeps the findings of the exchanges that are easiest to understand, and counts the rest. */
function startKeeping({ isPlainer, caseOf, requestOf }: KnownExchanges): Keeping {
  const kept: LocatedFinding[] = []
  const told = new Map<string, string>()
  let total = 0
  const textOf = ({ exchange, message, at }: LocatedFinding): string | undefined => {
    const request = requestOf(exchange)
    return request === undefined ? undefined : JSON.stringify([request, message, at])
  }
  /** Returns whether an exchange that is plainer tells it already, and forgets one that is not. */
  const isTold = (finding: LocatedFinding): boolean => {
    const text = textOf(finding)
    if (text === undefined) return false
    const earlier = told.get(text)
    if (earlier !== undefined && !isPlainer(finding.exchange, earlier)) return earlier !== finding.exchange
    told.set(text, finding.exchange)
    if (earlier === undefined) return false
    total -= 1
    const place = kept.findIndex((one) => one.exchange === earlier && textOf(one) === text)
    if (place >= 0) kept.splice(place, 1)
    return false
  }
  return {
    keep: (finding) => {
      if (isTold(finding)) return
      total += 1
      const after = kept.findIndex(({ exchange }) => isPlainer(finding.exchange, exchange))
      if (after < 0 && kept.length >= findingsKept) return
      kept.splice(after < 0 ? kept.length : after, 0, brief(inItsCase(finding, caseOf)))
      if (kept.length > findingsKept) kept.pop()
    },
    kept: () => kept,
    total: () => total,
  }
}
