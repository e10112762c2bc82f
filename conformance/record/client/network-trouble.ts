import type { Ended } from '../../model/exchange.ts'

/** Codes by which the HTTP client says that it stops reading because the response has outgrown a bound. */
const outgrown: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW'])
const outOfTime: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])

/** The codes that mean: our own request could not be written. That is a defect here, not trouble on the network. */
const ours: ReadonlySet<string> = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'])

/** The network's word for what went wrong, for example `ECONNREFUSED`; `undefined` for what is not the network's doing. */
export function troubleOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = codeOf(error) ?? codeOf(error.cause)
  if (code !== undefined) return ours.has(code) ? undefined : code
  return /^(HTTPParser|Socket|Secure|Abort)/.test(error.name) ? error.name : undefined
}

/** How an exchange ended that the network cut short. */
export function endedBy(trouble: string): Ended {
  if (outgrown.has(trouble)) return 'too-large'
  return outOfTime.has(trouble) ? 'timeout' : 'reset'
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : undefined
}
