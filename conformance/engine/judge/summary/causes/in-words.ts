import type { ExchangeFact } from '../../exchange-fact.ts'
import type { Ruling } from '../../ruling.ts'
import { exampleOf } from './example.ts'
import { bodyInWords, factsIn, operationsInWords } from './facts-in-words.ts'
import type { Failure } from './failure.ts'
import type { Group } from './group.ts'
import { type Advice, causeKinds } from './kinds.ts'

/** Returns the title of a cause: what the target did, what was expected, and on which operations. */
export function titleOf({ signature, failures, beside, isDropped }: Group, rulings: readonly Ruling[]): string {
  // For a dropped member, its missing effect says more than its unenforced rules.
  const own = isDropped ? failures.filter(({ ruling }) => ruling.requirement.effectOf !== undefined) : failures
  const example = exampleOf({ signature, failures: own })
  const sentence = causeKinds[signature.kind].title({
    ...{ failures, rulings },
    of: signature.of ?? '',
    body: beside === undefined ? '' : ` and ${bodyInWords(beside.of ?? '')}`,
    isDropped: isDropped === true && isWithoutEffect(failures),
    first: example?.shown,
    facts: factsIn(own, example?.failure),
  })
  return `${sentence} [${operationsInWords(failures.map(({ name }) => name.operation))}]`
}

/**
 * Returns whether a dropped member never had an effect: each of its rules is violated each time, also in the spelling of
 * the specification; without such rules, a requirement on its effect is. A gateway may drop one of two spellings.
 */
function isWithoutEffect(failures: readonly Failure[]): boolean {
  const [member = ''] = (
    failures.find(({ ruling }) => ruling.requirement.effectOf)?.ruling.requirement.effectOf ?? ''
  ).split('/')
  const isAsSpecified = (rule: Failure) => isWithMember(member, rule)
  const isThroughout = ({ ruling }: Failure) => ruling.violating >= ruling.exchanges
  const effects = failures.filter(({ ruling }) => ruling.requirement.effectOf !== undefined)
  const rules = failures.filter(({ ruling }) => ruling.requirement.effectOf === undefined)
  return rules.length === 0 ? effects.some(isThroughout) : rules.every(isThroughout) && rules.some(isAsSpecified)
}

/** Returns whether a request that violates a rule spells the member as the requirement on its effect does. */
function isWithMember(member: string, { shown }: Failure): boolean {
  return shown.some(({ fact }) => fact?.broken.some(({ pointer }) => pointer.split('/')[2] === member))
}

/** Returns the advice for a cause. Advice for the signature takes precedence over that for the kind. */
export function adviceFor(
  { signature, beside, failures }: Group,
  facts: readonly ExchangeFact[] = [],
): {
  readonly hint?: string
  readonly defects: readonly number[]
} {
  const own = [signature, ...(beside === undefined ? [] : [beside])]
  const special = own.flatMap(({ kind, of = '' }): Advice | readonly Advice[] => causeKinds[kind].special?.[of] ?? [])
  const { hint, hintFor, defects = [] } = causeKinds[signature.kind]
  return {
    hint: special.find((advice) => advice.hint !== undefined)?.hint ?? hintFor?.(failures, facts) ?? hint,
    defects: special.length > 0 ? special.flatMap((advice) => advice.defects ?? []) : defects,
  }
}
