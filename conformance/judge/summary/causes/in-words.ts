import type { Endpoint } from '../../../model/vocabulary.ts'
import { endpoints } from '../../../model/vocabulary.ts'
import { dialectInWords } from '../../read/dialect.ts'
import type { Ruling } from '../../ruling.ts'
import { exampleOf } from './example.ts'
import type { Failure, Shown } from './failure.ts'
import type { Group } from './group.ts'
import { rulesTested } from './not-enforced.ts'
import type { Kind } from './signature.ts'

/** What a title is made from. */
interface Subject {
  readonly failures: readonly Failure[]
  readonly of: string
  /** The operations, listed. */
  readonly on: string
  readonly body: string
  /** The violation that stands for all. */
  readonly first: Shown | undefined
  readonly rulings: readonly Ruling[]
}

type Title = (subject: Subject) => string

const titles = {
  'no-authentication': ({ on }) => `Accepted requests without a valid key on ${on}; expected a rejection`,
  'status-of-wrong-keys': ({ of, on, body }) =>
    `Returned ${of}${body} for requests without a valid key on ${on}; expected the status and body that the specification lists`,
  'valid-key-rejected': ({ of, on }) => `Rejected the valid key (${of}) on ${on}; expected 2xx`,
  'operation-absent': ({ of, on, body }) =>
    `Returned ${of}${body} for the plain request of ${on}; expected the operation to exist`,
  'plain-request-rejected': ({ of, on, first, body }) =>
    `${statusOf(of)}${body} for the plain request of ${on}${quoted(first)}; expected 2xx`,
  'valid-request-rejected': ({ failures, first }) =>
    `Rejected valid requests (${requirementsOf(failures)})${quoted(first)}; expected 2xx`,
  'rules-not-enforced': (subject) => `Accepted invalid requests: ${tally(subject)} not enforced; expected 4xx`,
  'rule-not-enforced': ({ of, on }) => `Accepted requests with an invalid \`${afterDash(of)}\` on ${on}; expected 4xx`,
  'status-of-rejections': ({ of, on, body, first }) =>
    `Returned ${of}${body} for invalid requests on ${on}; expected ${expectedFor(of, first)}`,
  'rejections-in-200': ({ on }) => `Returned 200 with an error for invalid requests on ${on}; expected a 4xx status`,
  'rejections-unanswered': ({ on }) => `Sent no response to invalid requests on ${on}; expected 4xx`,
  'error-body': ({ of, on }) =>
    `Sent ${bodyInWords(of)} as the error body on ${on}; expected the error body of the specification`,
  'reply-of-another-kind': ({ of, on }) => `Returned ${bodyInWords(of)} on ${on}; expected a response of the operation`,
  'stream-as-json': ({ on }) => `Returned one JSON body for streaming requests on ${on}; expected an event stream`,
  'json-as-stream': ({ on }) =>
    `Returned an event stream for requests without \`stream\` on ${on}; expected one JSON body`,
  'stream-cut': ({ on }) => `Cut off streams before their end on ${on}; expected complete streams`,
  'stream-end': ({ on, first }) => `Ended streams too early on ${on}: ${messageOf(first)}`,
  'content-type': ({ of, on, first }) => `Sent ${of} with a wrong content type on ${on}: ${messageOf(first)}`,
  member: ({ of, on, failures, first }) =>
    failures.length === 1 ? ownWords(on, first) : `${memberWords(of)} on ${on}, for example: ${messageOf(first)}`,
  requirement: ({ on, first }) => ownWords(on, first),
  various: ({ of, failures }) => `Other failures of ${of.replace('-', ', ')}: ${requirementsOf(failures)}`,
} satisfies Record<Kind, Title>

/** What the target did, then what was expected. */
export function titleOf({ signature, failures, beside }: Group, rulings: readonly Ruling[]): string {
  return titles[signature.kind]({
    ...{ failures, rulings },
    of: signature.of ?? '',
    on: listed(failures.map(({ name }) => name.operation)),
    body: beside === undefined ? '' : ` and ${bodyInWords(beside.of ?? '')}`,
    first: exampleOf({ signature, failures })?.shown,
  })
}

/** More operations are counted. */
const mostListed = 4

function listed(operations: readonly Endpoint[]): string {
  const own = endpoints.filter((operation) => operations.includes(operation))
  return own.length > mostListed ? `${own.length} operations` : own.join(', ')
}

function bodyInWords(of: string): string {
  return dialectInWords(of) ?? forms[of] ?? of
}

const forms: Readonly<Record<string, string>> = {
  html: 'an HTML page',
  empty: 'an empty body',
  text: 'a body that is not JSON',
  events: 'an event stream',
  none: 'nothing',
  unknown: 'JSON without the required members',
}

function statusOf(status: string): string {
  return status === 'silence' ? 'Sent no response' : `Returned ${status}`
}

function afterDash(text: string): string {
  return text.slice(text.indexOf('-') + 1)
}

/** A server error is no rejection at all; another 4xx is the wrong one. */
function expectedFor(status: string, first: Shown | undefined): string {
  if (status.startsWith('5')) return '4xx'
  const expected = first?.finding.expected
  return typeof expected === 'number' || typeof expected === 'string' ? String(expected) : 'another status'
}

function quoted(first: Shown | undefined): string {
  const said = first?.fact?.said
  return said === undefined ? '' : `: "${said}"`
}

/** The most characters of a message that a title repeats. */
const longest = 160

function messageOf(first: Shown | undefined): string {
  const message = first?.finding.message ?? 'no finding was recorded'
  return message.length <= longest ? message : `${message.slice(0, longest - 1)}…`
}

function ownWords(on: string, first: Shown | undefined): string {
  const expected = first?.finding.expected
  const rest = typeof expected === 'string' ? `; expected ${expected}` : ''
  return `On ${on}: ${messageOf(first)}${rest}`
}

function memberWords(of: string): string {
  const [, part, ...name] = of.split('-')
  return `\`${name.join('-')}\` of ${part === 'error' ? 'error bodies' : 'responses'} is wrong or missing`
}

function requirementsOf(failures: readonly Failure[]): string {
  const count = new Set(failures.map(({ name }) => name.requirement)).size
  return count === 1 ? (failures[0]?.name.requirement ?? '') : `${count} requirements`
}

/** How many of the rules that were put to the test are not enforced: by operation, of many operations together. */
function tally({ failures, on, rulings }: Subject): string {
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
  return `${sum(counts.map(({ broken }) => broken))} of ${sum(counts.map(({ of }) => of))} rules on ${on}`
}
