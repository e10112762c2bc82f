import { UsageError } from '../../core/text/usage-error.ts'

/**
 * Returns the base URL of a target without a slash at its end. `place` is the place of the URL, by default the command
 * line.
 */
export function targetUrl(text: string, place?: string, what = 'the target'): string {
  const rejected = (why: string) => new UsageError(place === undefined ? why : `${place}: ${why}`)
  if (text.includes('@'))
    throw rejected(
      `${what} contains an @: a user name or password in it would end up in reports; give the key with --key`,
    )
  if (!/^https?:\/\//i.test(text))
    throw rejected(`${what} "${shownUrl(text)}" is not an http or https URL; write http://${bareHost(text)}`)
  if (!URL.canParse(text))
    throw rejected(`${what} "${shownUrl(text)}" cannot be read as a URL; write http://HOST:PORT/PATH`)
  const { origin, pathname } = new URL(text)
  const base = (origin + pathname).replace(/\/+$/, '')
  // It is not repeated, because a pasted URL may contain a key. Even a lone ? or # counts as a query or fragment.
  const [mark] = /[?#]/.exec(text) ?? []
  if (mark === undefined) return base
  const mistake = mark === '?' ? 'a query (?…)' : 'a fragment (#…)'
  throw rejected(`${what} ${base} was given with ${mistake}, which no base URL has; write ${base}`)
}

/** Returns a URL for messages, without user name, password, query and fragment, which may be secret. */
export function shownUrl(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1…@').replace(/([?#]).+$/s, '$1…')
}

function bareHost(text: string): string {
  return /^[\w.[\]-]+(:\d+)?(\/[\w./-]*)?$/.test(text) ? text : 'HOST:PORT'
}

/** Checks the value of `--allow-origin`: scheme, host and port of http or https, and nothing else. */
export function webOrigin(text: string): string {
  if (text.includes('@'))
    throw new UsageError(
      '--allow-origin contains an @: images are fetched without user name or password; leave them out',
    )
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new UsageError(
      `--allow-origin "${shownUrl(text)}" is not an http or https origin; write https://HOST or https://HOST:PORT`,
    )
  const { origin, pathname, search, hash } = new URL(text)
  if (pathname !== '/' || search !== '' || hash !== '')
    throw new UsageError(`--allow-origin "${shownUrl(text)}" is more than an origin; write ${origin}`)
  return origin
}
