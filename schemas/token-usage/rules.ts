import { membersOf } from '../json.ts'
import type { Rule, RuleFinding } from '../rules.ts'

/** The rules of this area that a schema cannot express. */
export const tokenUsageRules: Readonly<Record<string, Rule>> = {
  'usage-totals': totals,
  'usage-seconds': seconds,
  'usage-success-envelope': successEnvelope,
}

/**
 * Reports totals that do not add up: `total_granted` equals `total_used` + `total_available` (section 2.5). Reports
 * nothing if one is not an integer.
 */
function totals(value: unknown): readonly RuleFinding[] {
  const { total_granted: granted, total_used: used, total_available: available } = membersOf(value)
  if (!isCount(granted) || !isCount(used) || !isCount(available)) return []
  const expected = used + available
  // Beyond 2^53 the sum may be rounded, so it cannot be checked.
  if (granted === expected || !Number.isSafeInteger(expected)) return []
  return [
    {
      pointer: '/total_granted',
      requirement: 'usage.totals-add-up',
      message: `total_granted is ${granted}, but ${used} used and ${available} available make ${expected}`,
      expected,
      actual: granted,
    },
  ]
}

/** Reports a value that is neither 0 nor a time in seconds (interpretation T4). */
function seconds(value: unknown): readonly RuleFinding[] {
  if (!isCount(value) || value === 0 || (value >= 1e9 && value < 1e12)) return []
  const message = `expires_at is ${value}, neither 0 nor a Unix time in seconds`
  return [
    {
      pointer: '',
      requirement: 'usage.expires-at-in-seconds',
      message,
      expected: '0, or 10^9 to below 10^12',
      actual: value,
    },
  ]
}

/** Reports an error body with a success status. No other value reaches this rule. */
function successEnvelope(): readonly RuleFinding[] {
  const message = 'a success status came with the body of an error'
  return [{ pointer: '', requirement: 'usage.reply-envelope', message, expected: 'code, message and data' }]
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value)
}
