import { type Ended, unaskedContinue } from '../../../core/model/exchange.ts'

/** Error codes of undici for a response that exceeds a limit. */
const outgrown: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW'])
const outOfTime: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])

/** Error codes of undici for an invalid request, which is a defect of the suite and no network error. */
const ours: ReadonlySet<string> = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'])

/** Returns the code of a network error, for example `ECONNREFUSED`; `undefined` for any other error. */
export function troubleOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = codeOf(error) ?? codeOf(error.cause)
  // The only message that undici has for it. No request of the suite has `Expect: 100-continue`.
  if (code === 'UND_ERR_SOCKET' && error.message === 'bad response') return unaskedContinue
  if (code !== undefined) return ours.has(code) ? undefined : code
  return /^(HTTPParser|Socket|Secure|Abort)/.test(error.name) ? error.name : undefined
}

/** Returns how an exchange with a network error ended. */
export function endedBy(trouble: string): Ended {
  if (outgrown.has(trouble)) return 'too-large'
  return outOfTime.has(trouble) ? 'timeout' : 'reset'
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : undefined
}
