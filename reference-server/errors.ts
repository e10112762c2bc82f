import type { Area } from '../conformance/core/model/vocabulary.ts'
import type { Violation } from '../schemas/index.ts'
import { stepsOf } from '../schemas/json-pointer.ts'
import { jsonReply, type Reply } from './reply.ts'

/** The HTTP status of each reason to reject a request. Each area has its own words for the reasons. */
const troubleStatus = {
  invalid: 400,
  'no-authorization': 401,
  'not-bearer': 401,
  'bad-key': 401,
  forbidden: 403,
  'no-model': 404,
  'no-route': 404,
  'wrong-method': 405,
  'too-large': 413,
  exhausted: 429,
  internal: 500,
} as const

/** The reason why a request is rejected. */
export type Trouble = keyof typeof troubleStatus

/** The types and codes of rejected keys, which two areas share. */
const keyErrorTypes = {
  'no-authorization': ['authentication_error', 'missing_api_key'],
  'not-bearer': ['authentication_error', 'invalid_api_key'],
  'bad-key': ['authentication_error', 'invalid_api_key'],
  forbidden: ['permission_error', 'model_not_allowed'],
  exhausted: ['rate_limit_error', 'insufficient_quota'],
} as const

const imagesErrorTypes = {
  invalid: ['invalid_request_error', null],
  ...keyErrorTypes,
  'no-model': ['invalid_request_error', 'model_not_found'],
  'no-route': ['invalid_request_error', 'unknown_url'],
  'wrong-method': ['invalid_request_error', 'method_not_allowed'],
  'too-large': ['invalid_request_error', 'request_too_large'],
  internal: ['server_error', null],
} as const satisfies Record<Trouble, readonly [type: string, code: string | null]>

/** An error body of the reference server. */
export type ErrorBody = ImagesErrorBody | TokenUsageErrorBody | ContentGenerationErrorBody | MessagesErrorBody

/** An error body of the image endpoints. */
export interface ImagesErrorBody {
  readonly error: {
    readonly message: string
    readonly type: string
    readonly param: string | null
    readonly code: string | null
  }
}

/**
 * Returns an error body for the image endpoints. The specification defines none, so this is the form that clients read.
 */
function imagesError(trouble: Trouble, complaint: Complaint): Reply {
  const [type, code] = imagesErrorTypes[trouble]
  const param = complaint.places[0]?.place ?? null
  const error = { message: complaintText(complaint), type, param, code }
  return jsonReply(troubleStatus[trouble], { error } satisfies ImagesErrorBody)
}

/** The literal messages of section 7. Other errors use their own text. */
const tokenUsageMessages: Partial<Record<Trouble, string>> = {
  'no-authorization': 'No Authorization header',
  'not-bearer': 'Invalid Bearer token',
  'bad-key': 'token not found',
}

/** The error body of section 7. */
export interface TokenUsageErrorBody {
  readonly success: false
  readonly message: string
}

function tokenUsageError(trouble: Trouble, complaint: Complaint): Reply {
  const message = tokenUsageMessages[trouble] ?? complaintText(complaint)
  return jsonReply(troubleStatus[trouble], { success: false, message } satisfies TokenUsageErrorBody)
}

const contentGenerationStatuses = {
  invalid: 'INVALID_ARGUMENT',
  'no-authorization': 'UNAUTHENTICATED',
  'not-bearer': 'UNAUTHENTICATED',
  'bad-key': 'UNAUTHENTICATED',
  forbidden: 'PERMISSION_DENIED',
  exhausted: 'RESOURCE_EXHAUSTED',
  'no-model': 'NOT_FOUND',
  'no-route': 'NOT_FOUND',
  'wrong-method': 'METHOD_NOT_ALLOWED',
  'too-large': 'PAYLOAD_TOO_LARGE',
  internal: 'INTERNAL',
} as const satisfies Record<Trouble, string>

/** The error body of section 7. */
export interface ContentGenerationErrorBody {
  readonly error: {
    readonly code: number
    readonly message: string
    readonly status: string
    readonly details: readonly unknown[]
  }
}

function contentGenerationError(trouble: Trouble, complaint: Complaint): Reply {
  const code = troubleStatus[trouble]
  return jsonReply(code, {
    error: {
      code,
      message: complaintText(complaint),
      status: contentGenerationStatuses[trouble],
      details: detailsOf(complaint),
    },
  } satisfies ContentGenerationErrorBody)
}

function detailsOf({ places }: Complaint): unknown[] {
  if (places.length === 0) return []
  const fieldViolations = places.map(({ place, description }) => ({ field: place, description }))
  return [{ '@type': 'BadRequest', fieldViolations }]
}

const messagesErrorTypes = {
  invalid: ['invalid_request_error', 'invalid_request'],
  ...keyErrorTypes,
  'no-model': ['not_found_error', 'model_not_found'],
  'no-route': ['not_found_error', 'unknown_url'],
  'wrong-method': ['invalid_request_error', 'method_not_allowed'],
  'too-large': ['request_too_large', 'request_too_large'],
  internal: ['server_error', 'internal'],
} as const satisfies Record<Trouble, readonly [type: string, code: string]>

/** The error body of section 7 with the members that common clients read. */
export interface MessagesErrorBody {
  readonly type: 'error'
  readonly error: { readonly type: string; readonly message: string; readonly code: string }
}

/** Adds the `type` that common clients read next to `error`; interpretation M5 permits it. */
function messagesError(trouble: Trouble, complaint: Complaint): Reply {
  const [type, code] = messagesErrorTypes[trouble]
  const error = { type, message: complaintText(complaint), code }
  return jsonReply(troubleStatus[trouble], { type: 'error', error } satisfies MessagesErrorBody)
}

const errorsByArea = {
  images: imagesError,
  'token-usage': tokenUsageError,
  'content-generation': contentGenerationError,
  messages: messagesError,
} satisfies Record<Area, (trouble: Trouble, complaint: Complaint) => Reply>

/** Returns the rejection of a request in the form of its area. */
export function errorReply(area: Area, trouble: Trouble, complaint: Complaint | string): Reply {
  return errorsByArea[area](trouble, typeof complaint === 'string' ? generalComplaint(complaint) : complaint)
}

/** The text of a rejection. */
interface Complaint {
  readonly message: string
  /** The fields that the rejection concerns. */
  readonly places: readonly { readonly place: string; readonly description: string }[]
}

/** The maximum number of fields that one rejection names. */
const mostPlaces = 20

/** Returns a complaint that names no field. */
function generalComplaint(message: string): Complaint {
  return { message, places: [] }
}

/** Returns a complaint about violations. `unreadable` is the reason why there is no body. */
export function about(violations: readonly Violation[], unreadable: string | undefined): Complaint {
  if (unreadable !== undefined) return generalComplaint(unreadable)
  const places = violations.slice(0, mostPlaces).map(({ pointer, message }) => {
    const place = placeOf(pointer)
    return { place: place || 'body', description: message.replaceAll(pointer, place || 'the body').slice(0, 500) }
  })
  return { message: 'The request is invalid.', places }
}

/** Formats the complaint as one line. */
function complaintText({ message, places }: Complaint): string {
  return places[0]?.description ?? message
}

/**
 * Converts a JSON pointer into a request value to the notation of clients: `/body/contents/0/role` becomes
 * `contents[0].role`.
 */
function placeOf(pointer: string): string {
  const [, ...steps] = stepsOf(pointer)
  return steps.map(asStep).join('').slice(0, 200)
}

function asStep(token: string, index: number): string {
  if (/^\d+$/.test(token)) return `[${token}]`
  return index === 0 ? token : `.${token}`
}
