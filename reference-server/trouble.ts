/** The HTTP status of each reason to reject a request. Each area has its own words for it, in `errors/`. */
export const troubleStatus = {
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
