import type { ExchangeFact, Ruling } from '../judge/index.ts'
import { isObject } from '../record/evidence/read-json.ts'

type Redact = (text: string) => string

/** Where what the judge found leaves it for reports: a ruling with labels in place of the secrets. */
export function withoutSecrets(ruling: Ruling, redact: Redact): Ruling {
  const findings = ruling.findings.map(({ exchange, departure, ...said }) => ({
    ...(within(said, redact) as typeof said),
    ...(departure === undefined ? {} : { departure }),
    exchange,
  }))
  const { untested } = ruling
  return { ...ruling, findings, ...(untested === undefined ? {} : { untested: redact(untested) }) }
}

/** What is known of an exchange, with labels in place of the secrets in what the target said. */
export function factWithoutSecrets(fact: ExchangeFact, redact: Redact | undefined): ExchangeFact {
  return redact === undefined || fact.said === undefined ? fact : { ...fact, said: redact(fact.said) }
}

/** Deeper than this nothing is shown of a value. */
const deepest = 200

/** Every string in a value, names of members too. */
function within(value: unknown, redact: Redact, depth = 0): unknown {
  if (typeof value === 'string') return redact(value)
  if (depth === deepest) return '…'
  if (Array.isArray(value)) return value.map((item) => within(item, redact, depth + 1))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [redact(name), within(item, redact, depth + 1)]),
  )
}
