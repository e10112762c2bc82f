import { withoutIndexes } from '../../../../../schemas/json-pointer.ts'
import { isOfSchema } from '../../../../core/model/requirement.ts'
import type { Endpoint } from '../../../../core/model/vocabulary.ts'
import { endpoints } from '../../../../core/model/vocabulary.ts'
import { dialectInWords } from '../../read/dialect.ts'
import type { Ruling } from '../../ruling.ts'
import { areaOfFailure, type Failure, type ShownViolation, simplest } from './failure.ts'
import { rulesTested } from './rules-tested.ts'

/** The parts of a title. */
export interface TitleParts {
  readonly failures: readonly Failure[]
  readonly of: string
  readonly body: string
  readonly isDropped: boolean
  /** The spelling of a member that alone has no effect. */
  readonly spelling?: string | undefined
  /** The violation that represents the group. */
  readonly first: ShownViolation | undefined
  /** The violations in words, one for each of the first few requirements. */
  readonly facts: string
  readonly rulings: readonly Ruling[]
}

export const plainRequest = 'the plain request, which has only the required members'

/**
 * Returns, by the requirement that fails most often, for example `is not obeyed in 3 of 12 responses`, or `is not obeyed` if
 * that is so in every one.
 */
export function notObeyed(failures: readonly Failure[]): string {
  const effects = failures.filter(({ ruling }) => ruling.requirement.effectOf !== undefined)
  const [often = failures[0]] = effects.toSorted((one, other) => shareOf(other) - shareOf(one))
  const most = effects.find(isOfOneValue) ?? often
  const { violating = 0, exchanges: all = 0 } = most?.ruling ?? {}
  return violating >= all ? 'is not obeyed' : `is not obeyed in ${violating} of ${all} responses`
}

/** Returns whether only one of several values of a member lacks its effect. */
export function isOfOneValue({ ruling: { violating, exchanges, findings } }: Failure): boolean {
  const [value, ...others] = new Set(findings.map(({ expected }) => expected))
  return violating < exchanges && value !== undefined && others.length === 0
}

function shareOf({ ruling: { violating, exchanges } }: Failure): number {
  return violating / exchanges
}

/** Returns, for example, `: the connection was closed (UND_ERR_SOCKET)`; an empty string if the reasons differ. */
export function cutInWords(failures: readonly Failure[]): string {
  const [trouble, ...others] = new Set(
    failures.flatMap(({ shown }) => shown.flatMap(({ fact }) => fact?.trouble ?? [])),
  )
  if (trouble === undefined || others.length > 0) return ''
  return `: the connection was ${trouble === 'ECONNRESET' ? 'reset' : 'closed'} (${trouble})`
}

/** The most operations that are listed. Of more, only the number is given. */
const mostListed = 4
/** The most facts that are listed. Of more, only the number is given. */
const mostFacts = 3

export function operationsInWords(operations: readonly Endpoint[]): string {
  const own = endpoints.filter((operation) => operations.includes(operation))
  return own.length > mostListed ? `${own.length} operations` : own.join(', ')
}

export function isFew(failures: readonly Failure[]): boolean {
  return new Set(failures.map(({ name }) => name.requirement)).size <= mostFacts
}

/** Returns one sentence for each requirement, that of the example first. Equal sentences appear once. */
export function factsIn(failures: readonly Failure[], example: Failure | undefined): string {
  const byRequirement = new Map<string, Failure[]>()
  for (const failure of example === undefined ? failures : [example, ...failures]) {
    const { requirement } = failure.name
    byRequirement.set(requirement, [...(byRequirement.get(requirement) ?? []), failure])
  }
  const facts = [...byRequirement.values()].map(([first]) => capitalised(factOf(simplest(first!), first)))
  const distinct = [...new Set(facts)]
  const more = distinct.length - mostFacts
  return `${distinct.slice(0, mostFacts).join('. ')}${more > 0 ? `. And ${more} more` : ''}`
}

/** Returns what is wrong, and what was expected unless the message includes it. */
export function factOf(shown: ShownViolation | undefined, failure?: Failure): string {
  const message = messageOf(shown)
  const expected = shown?.finding.expected
  const isTold = failure === undefined || tellsWhatIsExpected(failure) || shown?.finding.departure !== undefined
  const isShort = typeof expected === 'string' || typeof expected === 'number'
  return `${whereIs(shown, failure)}${message}${isShort && !isTold ? `; expected ${expected}` : ''}`
}

/** Returns whether the message includes what is expected. Messages of schemas and rules do. */
function tellsWhatIsExpected({ ruling: { requirement } }: Failure): boolean {
  return requirement.kind === 'rejection' || isOfSchema(requirement)
}

/** Returns the part of the exchange. A schema's message begins with a place, but does not name the part. */
function whereIs(shown: ShownViolation | undefined, failure: Failure | undefined): string {
  const { finding, fact } = shown ?? {}
  if (failure === undefined || !isOfSchema(failure.ruling.requirement)) return ''
  if (finding?.at?.in === 'event') return `in ${kindsOfEvents(finding.at.pointer, failure)}: `
  if (finding?.at?.in !== 'body') return ''
  return (fact?.status ?? 0) >= 400 ? 'in error bodies: ' : 'in responses: '
}

/** Names the kinds of events that have a violation at a place, if they are few. */
function kindsOfEvents(pointer: string | undefined, { ruling: { signs = [] } }: Failure): string {
  const at = pointer === undefined ? undefined : withoutIndexes(pointer)
  const kinds = new Set(signs.filter((sign) => sign.in === 'event' && sign.pointer === at).map(({ of = '' }) => of))
  return kinds.size > mostFacts || kinds.has('') ? 'events' : [...kinds].sort().join(' and ')
}

/** Capitalises the first word, unless it is the name of a member. */
function capitalised(text: string): string {
  const [first = ''] = text.split(' ')
  return /^[a-z]+[;,:]?$/.test(first) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

export function bodyInWords(of: string): string {
  return dialectInWords(of) ?? forms[of] ?? of
}

const forms: Readonly<Record<string, string>> = {
  html: 'an HTML page',
  empty: 'an empty body',
  text: 'a body that is not JSON',
  bytes: 'a body that is not valid UTF-8',
  events: 'an event stream',
  none: 'nothing',
  unknown: 'JSON without the required members',
}

/** The bodies that the specification defines, by area. */
const bodies: Readonly<Record<string, { readonly reply: string; readonly error?: string }>> = {
  images: { reply: 'an object with `created` and `data`' },
  usage: { reply: 'an object with `code`, `message` and `data`', error: '`{success: false, message}`' },
  content: {
    reply: 'a response of content generation, with `candidates`',
    error: '`{error: {code, message, status, details}}`',
  },
  messages: { reply: 'a message (`type: "message"`) or its events', error: '`{error: {type, message, code}}`' },
}

export function bodiesOf(failures: readonly Failure[], kind: 'reply' | 'error'): string {
  const own = new Set(
    failures.map((failure) => bodies[areaOfFailure(failure)]?.[kind] ?? 'the body of the specification'),
  )
  return own.size > 2 ? 'the body of each operation' : [...own].join(' or ')
}

export function answerTo(status: string): string {
  return status === 'silence' ? 'Sent no response' : `Returned ${status}`
}

export function afterDash(text: string): string {
  return text.slice(text.indexOf('-') + 1)
}

/** Returns the expected status. A server error is no rejection at all; another 4xx is the wrong rejection. */
export function expectedFor(status: string, first: ShownViolation | undefined): string {
  if (status.startsWith('5')) return '4xx'
  const expected = first?.finding.expected
  return typeof expected === 'number' || typeof expected === 'string' ? String(expected) : 'another status'
}

export function saidInWords(first: ShownViolation | undefined): string {
  const said = first?.fact?.said
  return said === undefined ? '' : `: "${said}"`
}

/** The most characters of a message that a title repeats. */
const longest = 200

function messageOf(first: ShownViolation | undefined): string {
  const message = first?.finding.message ?? 'no finding was recorded'
  return message.length <= longest ? message : `${message.slice(0, longest - 1)}…`
}

/** Counts the tested rules that are not enforced, by operation; if there are many operations, in total. */
export function tally({ failures, rulings }: Pick<TitleParts, 'failures' | 'rulings'>): string {
  const tested = rulesTested(rulings)
  const own = endpoints.filter((operation) => failures.some(({ name }) => name.operation === operation))
  const counts = own.map((operation) => ({
    operation,
    broken: failures.filter(
      ({ name, ruling }) => name.operation === operation && ruling.requirement.kind === 'rejection',
    ).length,
    of: tested.get(operation) ?? 0,
  }))
  if (counts.length <= mostListed)
    return counts.map(({ operation, broken, of }) => `${broken} of ${of} rules on ${operation}`).join(', ')
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
  return `${sum(counts.map(({ broken }) => broken))} of ${sum(counts.map(({ of }) => of))} rules on ${operationsInWords(own)}`
}
