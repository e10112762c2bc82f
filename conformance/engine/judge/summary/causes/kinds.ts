import { isSuccess } from '../../../../core/model/observation.ts'
import type { ExchangeFact } from '../../exchange-fact.ts'
import type { Malformed } from '../../read/malformed.ts'
import {
  type Ask,
  type CauseSubject,
  invalidMember,
  isAboutRejection,
  isBrokenOff,
  isKeyRejected,
  isOfContent,
  isOutOfOrder,
  isTaken,
  isWithoutEnd,
  isWrongKey,
  memberOfReply,
  replyForm,
  unservedStatus,
  withoutValues,
} from './asks.ts'
import {
  afterDash,
  answerTo,
  bodiesOf,
  bodyInWords,
  cutInWords,
  expectedFor,
  factOf,
  isFew,
  notObeyed,
  plainRequest,
  saidInWords,
  type TitleParts,
  tally,
} from './facts-in-words.ts'
import { areaOfFailure, type Failure } from './failure.ts'
import { redirectedTo, servedOtherwise } from './hints.ts'

/** The kinds of causes, by what the target did. */
export type CauseKind =
  | 'added-requirement'
  | 'malformed-response'
  | 'reply-of-another-kind'
  | 'stream-as-json'
  | 'json-as-stream'
  | 'no-authentication'
  | 'rejections-in-200'
  | 'rejections-unanswered'
  | 'status-of-wrong-keys'
  | 'valid-key-rejected'
  | 'valid-request-rejected'
  | 'operation-absent'
  | 'operation-redirected'
  | 'plain-request-rejected'
  | 'rule-not-enforced'
  | 'rules-not-enforced'
  | 'status-of-rejections'
  | 'error-body'
  | 'no-effect'
  | 'stream-order'
  | 'stream-unended'
  | 'stream-cut'
  | 'stream-end'
  | 'content-type'
  | 'member'
  | 'requirement'
  | 'various'

/** The first thing to check, and the numbers of similar known defects. */
export interface Advice {
  readonly hint?: string
  readonly defects?: readonly number[]
}

/** Everything that distinguishes one kind of cause from the others. */
export interface KindOfCause extends Advice {
  /** Returns the subject of the cause if a violation is of this kind; absent if only merging makes such causes. */
  readonly recognise?: (ask: Ask) => CauseSubject | undefined
  /** Returns what the target did, and what was expected. */
  readonly title: (parts: TitleParts) => string
  /** Advice for one subject, more specific than that for the kind. */
  readonly special?: Readonly<Record<string, Advice>>
  /** Returns advice that depends on the run; `undefined` for that of the kind. */
  readonly hintFor?: (failures: readonly Failure[], facts: readonly ExchangeFact[]) => string | undefined
  /** The place among causes; by default as many results as it explains. See `order.ts`. */
  readonly rank?: 'one-line' | 'streams' | 'last'
  /** Set if it is about a single requirement, or a single place of a reply. */
  readonly isOfOneRule?: true
  /** Set if a wrong error body may be another symptom of it. */
  readonly isOfStatus?: true
  /** Set if the order and the end of a stream belong together, even if every stream shows the failure. */
  readonly isOfFraming?: true
}

/** All kinds of causes, in the order in which they are recognised. */
export const causeKinds: Readonly<Record<CauseKind, KindOfCause>> = {
  // It may be about anything, so nothing else in the same exchanges explains it.
  'added-requirement': {
    recognise: ({ failure: { ruling, name } }) =>
      ruling.requirement.addedBy === undefined ? undefined : { of: name.requirement },
    title: ({ facts }) => facts,
  },
  'malformed-response': {
    recognise: ({ fact: { malformed }, failure }) => malformed && { of: malformed.id, also: areaOfFailure(failure) },
    title: ({ first }) => malformedInWords(first?.fact?.malformed),
    hint: 'Look at the bytes of a response, for example with `curl --raw -i`: the framing headers, the chunks and the content encoding.',
    special: {
      cut: { hint: 'Check that `content-length` counts the bytes of the body that is sent, and not its characters.' },
    },
  },
  'reply-of-another-kind': {
    recognise: (ask) => ofForm(ask, 'reply-of-another-kind'),
    title: ({ of, failures }) => `Returned ${bodyInWords(of)}; expected ${bodiesOf(failures, 'reply')}`,
    hint: 'Check the route first: the response may come from another handler, or be forwarded without translation.',
    special: {
      html: { hint: 'The response is a web page: look for a catch-all route.', defects: [35] },
      'openai-chat': {
        hint: 'The response is forwarded without translation into the response of this operation.',
        defects: [44],
      },
    },
  },
  'stream-as-json': {
    recognise: (ask) => ofForm(ask, 'stream-as-json'),
    title: () => 'Returned one JSON body for streaming requests; expected an event stream',
    hint: 'Check that `stream` is forwarded and that the response is written as events.',
    defects: [25],
    rank: 'streams',
  },
  'json-as-stream': {
    recognise: (ask) => ofForm(ask, 'json-as-stream'),
    title: () => 'Returned an event stream for requests without `stream`; expected one JSON body',
    hint: 'Check the default of `stream`: without it the response is one JSON body.',
    defects: [24],
  },
  'no-authentication': {
    recognise: ({ fact }) => given(isWrongKey(fact) && fact.responseClass === 'accepted'),
    title: () => 'Accepted requests without a valid key; expected a rejection',
    hint: 'Check the key before anything else: no key, an unknown key and another scheme are all rejected.',
  },
  'rejections-in-200': {
    recognise: (ask) => {
      const { status, responseClass, broken } = ask.fact
      if (isWrongKey(ask.fact)) return given(isSuccess(status))
      if (broken.length > 0 && responseClass === 'errored') return {}
      const isOther = !isTaken(ask) && responseClass !== 'busy'
      return given(isAboutRejection(ask) && isSuccess(status) && isOther)
    },
    title: ({ failures }) => `Returned 200 with an error for ${rejectedInWords(failures)}; expected a 4xx status`,
    hint: 'Validate before the response begins: the status cannot change after it is sent.',
    defects: [30],
  },
  'rejections-unanswered': {
    recognise: (ask) => {
      const { status, responseClass } = ask.fact
      if (isWrongKey(ask.fact)) return given(status === undefined)
      const isBusy = isSuccess(status) && responseClass === 'busy'
      return given(isAboutRejection(ask) && (status === undefined || isBusy))
    },
    title: ({ failures }) => `Sent no response to ${rejectedInWords(failures)}; expected 4xx`,
    hint: 'Look for a parser that waits or throws: every request needs a response.',
    defects: [52],
  },
  'status-of-wrong-keys': {
    recognise: ({ fact, finding }) =>
      isWrongKey(fact) && finding.at?.in === 'status' ? { of: String(fact.status) } : undefined,
    title: ({ of, body, first }) =>
      `Returned ${of}${body} for requests without a valid key; expected ${expectedFor(of, first)}`,
    hint: 'Check how a missing and an unknown key are rejected, beside the parsing of the request.',
    isOfStatus: true,
  },
  'valid-key-rejected': {
    recognise: (ask) => {
      const of = unservedStatus(ask)
      return of !== undefined && isKeyRejected(ask) ? { of } : undefined
    },
    title: ({ of, first }) => `Rejected the valid key (${of})${saidInWords(first)}; expected 2xx`,
    hint: 'Check where this operation reads the key: each operation has a place for it.',
    rank: 'one-line',
  },
  'valid-request-rejected': {
    recognise: (ask) => {
      const status = unservedStatus(ask)
      if (status === undefined || !isOfContent(ask)) return undefined
      const { failure, fact } = ask
      if (fact.said === undefined) return { of: failure.name.requirement }
      return { of: `${areaOfFailure(failure)}-${status}`, also: withoutValues(fact.said) }
    },
    title: ({ facts }) => facts,
    hint: 'Look for a limit or a required member that is not in the specification.',
    isOfOneRule: true,
  },
  'operation-absent': {
    recognise: (ask) => {
      const of = unservedStatus(ask)
      return of !== undefined && ['404', '405', '501'].includes(of) ? { of } : undefined
    },
    title: ({ of, body }) => `Returned ${of}${body} for ${plainRequest}; expected 2xx`,
    hint: 'Check the route. If the gateway does not have this operation, declare that with `unsupported`.',
    defects: [48],
    special: {
      '501': {
        hint: 'The operation is not implemented. If that is intended, declare it with `unsupported`.',
        defects: [48],
      },
    },
    isOfStatus: true,
  },
  'operation-redirected': {
    recognise: (ask) => {
      const of = unservedStatus(ask)
      return of?.startsWith('3') === true ? { of } : undefined
    },
    title: ({ of }) => `Redirected ${plainRequest} (${of}); expected 2xx`,
    hint: 'Check the route: the operation is served below the base URL, without a redirect.',
    hintFor: redirectedTo,
    isOfStatus: true,
  },
  'plain-request-rejected': {
    recognise: (ask) => {
      const of = unservedStatus(ask)
      if (of === undefined) return undefined
      const { said, responseClass } = ask.fact
      const isExplained = responseClass === 'rejected' && said !== undefined
      return { of, ...(isExplained ? { also: withoutValues(said) } : {}) }
    },
    title: ({ of, first, body }) => `${answerTo(of)}${body} for ${plainRequest}${saidInWords(first)}; expected 2xx`,
    hint: 'Send the plain request by hand. It has the required members only, and the rest of the operation depends on it.',
    hintFor: servedOtherwise,
    rank: 'one-line',
    isOfStatus: true,
  },
  'rule-not-enforced': {
    recognise: (ask) => (isTaken(ask) ? { of: `${areaOfFailure(ask.failure)}-${invalidMember(ask.fact)}` } : undefined),
    title: ({ of, failures, facts }) =>
      isFew(failures) ? facts : `Accepted requests with an invalid \`${afterDash(of)}\`; expected 4xx`,
    hint: 'Check the bounds, type and allowed values of this member before the gateway forwards the request.',
  },
  'rules-not-enforced': {
    title: (parts) =>
      isFew(parts.failures) ? parts.facts : `Accepted invalid requests (${tally(parts)} not enforced); expected 4xx`,
    hint: 'Validate requests before the gateway forwards them: types, bounds, allowed values and required members.',
  },
  'status-of-rejections': {
    recognise: (ask) =>
      isAboutRejection(ask) && ask.finding.at?.in === 'status' ? { of: String(ask.fact.status) } : undefined,
    title: ({ of, body, first, failures }) =>
      `Returned ${of}${body} for ${rejectedInWords(failures)}; expected ${expectedFor(of, first)}`,
    hint: 'Set the status where validation errors are turned into responses.',
    special: { '500': { hint: 'Look for an exception that validation should have prevented.', defects: [29] } },
    isOfStatus: true,
  },
  'error-body': {
    recognise: ({ fact: { status, form, dialect, isRecognised, operation } }) => {
      // The address of a picture belongs to no operation.
      if (status === undefined || status < 400 || operation === undefined) return undefined
      if (form !== 'json') return { of: form }
      if (dialect === undefined) return isRecognised ? undefined : { of: 'unknown' }
      return { of: dialect }
    },
    title: ({ of, failures }) => `Sent ${bodyInWords(of)} as the error body; expected ${bodiesOf(failures, 'error')}`,
    hint: 'Write error bodies in one place, including errors of the framework and of the services behind the gateway.',
    defects: [31],
    special: { fastapi: { defects: [32] }, html: { defects: [35] }, text: { defects: [54] } },
  },
  // Requirements about the effect of one request member fail together if the target ignores it.
  'no-effect': {
    recognise: ({ failure, finding }) => {
      const { effectOf } = failure.ruling.requirement
      return effectOf === undefined || finding.isWrongInItself === true
        ? undefined
        : { of: `${areaOfFailure(failure)}-${effectOf}` }
    },
    title: ({ of, isDropped, spelling, failures, facts }) => {
      const member = afterDash(of).replaceAll('/', '.')
      if (spelling !== undefined)
        return `\`${spelling.replaceAll('/', '.')}\` has no effect, unlike \`${member}\`. ${facts}`
      return `\`${member}\` ${isDropped ? 'has no effect' : notObeyed(failures)}. ${facts}`
    },
    hint: 'Check that this member reaches the model behind the gateway and that its effect is kept.',
  },
  'stream-order': {
    recognise: (ask) =>
      isOutOfOrder(ask) ? { of: areaOfFailure(ask.failure), also: ask.failure.name.requirement } : undefined,
    title: ({ facts }) => facts,
    hint: 'Check the order in which the events of a stream are written.',
    rank: 'streams',
    isOfOneRule: true,
    isOfFraming: true,
  },
  'stream-unended': {
    recognise: (ask) => given(isBrokenOff(ask) && ask.fact.isUnended === true),
    title: ({ first }) =>
      first?.fact?.streams === true
        ? 'Began streams and did not end them; expected complete streams'
        : 'Began responses and did not end them; expected complete responses',
    hint: 'Find what the response waits for: the model behind the gateway has finished, or has to be given up.',
    rank: 'streams',
  },
  'stream-cut': {
    recognise: (ask) => given(isBrokenOff(ask)),
    title: ({ first, failures }) => {
      const what = first?.fact?.streams === true ? 'streams' : 'responses'
      return `Cut off ${what} before their end${cutInWords(failures)}; expected complete ${what}`
    },
    hint: 'Look for a timeout, a buffer limit or an exception while the stream is written.',
    defects: [20],
    rank: 'streams',
  },
  'stream-end': {
    recognise: (ask) => (isWithoutEnd(ask) ? { of: areaOfFailure(ask.failure) } : undefined),
    title: ({ facts }) => facts,
    hint: 'Check the last events of the stream, which are sent when the model has finished.',
    defects: [19],
    rank: 'streams',
    isOfOneRule: true,
    isOfFraming: true,
  },
  'content-type': {
    recognise: ({ finding: { at }, fact, failure }) => {
      if (at?.in !== 'header' || at.name.toLowerCase() !== 'content-type') return undefined
      const of = isSuccess(fact.status) ? (fact.streams ? 'streams' : 'replies') : 'errors'
      return { of, also: areaOfFailure(failure) }
    },
    title: ({ of, first }) => `Sent ${of} with a wrong content type: ${factOf(first)}`,
    hint: 'Check where the `content-type` header of responses is set.',
    isOfOneRule: true,
  },
  // Requirements about one member belong together: `/usage`, `/usage/input_tokens` and `/message/usage/input_tokens`.
  member: {
    recognise: (ask) => {
      const of = memberOfReply(ask)
      return of === undefined ? undefined : { of }
    },
    title: ({ facts }) => facts,
    isOfOneRule: true,
  },
  requirement: {
    recognise: ({ failure: { name } }) => ({ of: name.requirement }),
    title: ({ facts }) => facts,
    isOfOneRule: true,
  },
  various: {
    title: ({ of, facts }) => `Other failures (${of.replace('-', ', ')}): ${facts}`,
    rank: 'last',
  },
}

/** Returns the requests that were to be rejected: those that violate a rule, and those that only lack a valid key. */
function rejectedInWords(failures: readonly Failure[]): string {
  const facts = failures.flatMap(({ shown }) => shown.flatMap(({ fact }) => fact ?? []))
  const ofKeys = facts.filter((fact) => isWrongKey(fact) && fact.broken.length === 0).length
  const kinds = [
    ...(ofKeys < facts.length || ofKeys === 0 ? [invalidInWords(failures)] : []),
    ...(ofKeys > 0 ? ['requests without a valid key'] : []),
  ]
  return kinds.join(' and ')
}

/** Names the member that all invalid requests have in common. Others may follow where findings were left out. */
function invalidInWords(failures: readonly Failure[]): string {
  const facts = failures.flatMap(({ shown }) => shown.flatMap(({ fact }) => fact ?? []))
  const [member, ...more] = new Set(facts.filter(({ broken }) => broken.length > 0).map(invalidMember))
  const areAllShown = failures.every(({ ruling }) => ruling.requirement.kind === 'rejection')
  const others = areAllShown ? more : [...more, 'others']
  return member === undefined || others.length > 0 ? 'invalid requests' : `requests with an invalid \`${member}\``
}

function malformedInWords(malformed: Malformed | undefined): string {
  if (malformed?.id === 'encoding')
    return `Sent a body that cannot be decoded: ${malformed.words}; expected the encoding that the header states`
  if (malformed?.id === 'cut') return `Sent ${malformed.words}; expected the whole body`
  return `Sent malformed HTTP: ${malformed?.words ?? 'a broken response'}; expected a response that HTTP clients can read`
}

/** Returns the subject of a kind without subjects, or `undefined` if a violation is not of that kind. */
function given(isSuch: boolean): CauseSubject | undefined {
  return isSuch ? {} : undefined
}

function ofForm(ask: Ask, wanted: CauseKind): CauseSubject | undefined {
  const found = replyForm(ask)
  if (found?.kind !== wanted) return undefined
  return found.of === undefined ? {} : { of: found.of }
}

/** Every number of a known defect that the advice for causes names. */
export const defectsNamed: readonly number[] = Object.values(causeKinds).flatMap(({ defects = [], special = {} }) => [
  ...defects,
  ...Object.values(special).flatMap((advice) => advice.defects ?? []),
])
