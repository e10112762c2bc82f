import { visibleLine } from './visible.ts'

/** A redirect: its `location` header, and the path that was requested, without the path of the base URL. */
export interface Redirection {
  readonly location: string
  readonly path: string
}

/**
 * Returns the base URL that a redirect leads to, if it keeps the path of the request. For example, a redirect of
 * `/v1/messages` to `https://gateway.test/api/v1/messages` leads to `https://gateway.test/api`. A relative location
 * needs the URL that it is relative to.
 */
export function baseOfRedirect({ location, path }: Redirection, url?: string): string | undefined {
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined
  const own = path.split('?')[0]!
  if (target?.pathname.endsWith(own) !== true || !/^https?:$/.test(target.protocol) || target.username !== '')
    return undefined
  return target.origin + target.pathname.slice(0, -own.length)
}

/** Describes the goal of a redirect, with the remedy. It is the same before a run and in a cause. */
export function redirectInWords(redirect: Redirection, url?: string): string {
  const base = baseOfRedirect(redirect, url)
  return base === undefined
    ? `it redirects to ${visibleLine(redirect.location)}: is that the base URL?`
    : `it redirects to ${visibleLine(base)}: use that as the base URL`
}
