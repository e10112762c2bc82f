import type { Group } from './group.ts'
import type { CauseKind } from './signature.ts'

/** The first thing to check, and the numbers of similar known defects. */
interface Advice {
  readonly hint?: string
  readonly defects?: readonly number[]
}

const byKind: Readonly<Partial<Record<CauseKind, Advice>>> = {
  'malformed-response': {
    hint: 'Look at the bytes of a response, for example with `curl --raw -i`: the framing headers, the chunks and the content encoding.',
  },
  'no-authentication': {
    hint: 'Check the key before anything else: no key, an unknown key and another scheme are all rejected.',
  },
  'status-of-wrong-keys': {
    hint: 'Check how a missing and an unknown key are rejected, beside the parsing of the request.',
  },
  'valid-key-rejected': {
    hint: 'Check where this operation reads the key: each operation has a place for it.',
  },
  'operation-absent': {
    hint: 'Check the route. If the gateway does not have this operation, declare that with `unsupported`.',
    defects: [48],
  },
  'plain-request-rejected': {
    hint: 'Send the plain request by hand. It has the required members only, and the rest of the operation depends on it.',
  },
  'valid-request-rejected': { hint: 'Look for a limit or a required member that is not in the specification.' },
  'rules-not-enforced': {
    hint: 'Validate requests before the gateway forwards them: types, bounds, allowed values and required members.',
  },
  'rule-not-enforced': {
    hint: 'Check the bounds, type and allowed values of this member before the gateway forwards the request.',
  },
  'status-of-rejections': { hint: 'Set the status where validation errors are turned into responses.' },
  'rejections-in-200': {
    hint: 'Validate before the response begins: the status cannot change after it is sent.',
    defects: [30],
  },
  'rejections-unanswered': {
    hint: 'Look for a parser that waits or throws: every request needs a response.',
    defects: [52],
  },
  'error-body': {
    hint: 'Write error bodies in one place, including errors of the framework and of the services behind the gateway.',
    defects: [31],
  },
  'reply-of-another-kind': {
    hint: 'Check the route first: the response may come from another handler, or be forwarded without translation.',
  },
  'stream-as-json': {
    hint: 'Check that `stream` is forwarded and that the response is written as events.',
    defects: [25],
  },
  'json-as-stream': { hint: 'Check the default of `stream`: without it the response is one JSON body.', defects: [24] },
  'stream-cut': {
    hint: 'Look for a timeout, a buffer limit or an exception while the stream is written.',
    defects: [20],
  },
  'stream-end': {
    hint: 'Check the last events of the stream, which are sent when the model has finished.',
    defects: [19],
  },
  'stream-order': { hint: 'Check the order in which the events of a stream are written.' },
  'no-effect': { hint: 'Check that this member reaches the model behind the gateway and that its effect is kept.' },
  'content-type': { hint: 'Check where the `content-type` header of responses is set.' },
}

/** Advice for one signature, more specific than that for its kind. */
const bySignature: Readonly<Record<string, Advice>> = {
  'error-body fastapi': { defects: [32] },
  'error-body html': { defects: [35] },
  'error-body text': { defects: [54] },
  'status-of-rejections 500': {
    hint: 'Look for an exception that validation should have prevented.',
    defects: [29],
  },
  'reply-of-another-kind html': { hint: 'The response is a web page: look for a catch-all route.', defects: [35] },
  'reply-of-another-kind openai-chat': {
    hint: 'The response is forwarded without translation into the response of this operation.',
    defects: [44],
  },
  'operation-absent 501': {
    hint: 'The operation is not implemented. If that is intended, declare it with `unsupported`.',
    defects: [48],
  },
}

/** Returns the advice for a cause. Advice for the signature takes precedence over that for the kind. */
export function adviceFor({ signature, beside }: Group): {
  readonly hint?: string
  readonly defects: readonly number[]
} {
  const own = [signature, ...(beside === undefined ? [] : [beside])]
  const special = own.flatMap(({ kind, of = '' }) => bySignature[`${kind} ${of}`] ?? [])
  const general = byKind[signature.kind] ?? {}
  const hint = special.find((advice) => advice.hint !== undefined)?.hint ?? general.hint
  const defects = special.length > 0 ? special.flatMap((advice) => advice.defects ?? []) : (general.defects ?? [])
  return { hint, defects }
}

/** Every number of a known defect that appears in this advice. */
export const defectsNamed: readonly number[] = [...Object.values(byKind), ...Object.values(bySignature)].flatMap(
  ({ defects = [] }) => defects,
)
