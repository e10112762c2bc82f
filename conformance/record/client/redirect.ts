import { header, type RecordedResponse } from '../../model/exchange.ts'

const redirecting: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Where a response to a GET sends the client on, if that is on the same origin (interpretation G14).
 * Anywhere else is not followed: a credential never travels to a stranger.
 */
export function redirectOf(method: string, from: URL, response: RecordedResponse | null): URL | undefined {
  if (method !== 'GET' || response === null || !redirecting.has(response.status)) return undefined
  const location = header(response.headers, 'location')
  if (location === undefined || !URL.canParse(location, from.href)) return undefined
  const target = new URL(location, from.href)
  return target.origin === from.origin && target.username === '' && target.password === '' ? target : undefined
}
