/** Whether a run may ask an address that its target named. */
export type FetchRules = (url: URL) => boolean

/**
 * Permits the origins of the target's base URLs and those that the user allowed, http and https only (interpretation I11); never an
 * address that holds user and password, or one of the user's keys. `redacted` puts labels where the keys are.
 */
export function fetchRules(
  baseUrls: readonly string[],
  allowed: readonly string[] = [],
  redacted: (text: string) => string = (text) => text,
): FetchRules {
  const origins = new Set([...baseUrls, ...allowed].map((origin) => new URL(origin).origin))
  return (url) => {
    const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
    if (!isWeb || !origins.has(url.origin) || url.username !== '' || url.password !== '') return false
    const text = readable(url.href)
    return redacted(url.href) === url.href && redacted(text) === text && !label.test(text)
  }
}

/** What stands in recorded replies where a secret, or a part of one, was. */
const label = /(«|%C2%AB)(key|header|env|proxy)\b/

function readable(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}
