import { UsageError } from '../usage-error.ts'

/** The base URL of a target, without a slash at its end. `place` is where it stands, unless that is the command line. */
export function targetUrl(text: string, place?: string): string {
  const refused = (why: string) => new UsageError(place === undefined ? why : `${place}: ${why}`)
  if (text.includes('@'))
    throw refused(
      'the target holds an @: a user name or password in it would end up in reports; give the key with --key',
    )
  if (!/^https?:\/\//i.test(text))
    throw refused(`the target "${text}" is not an http or https URL; write http://${bareHost(text)}`)
  if (!URL.canParse(text)) throw refused(`the target "${text}" cannot be read as a URL; write http://HOST:PORT/PATH`)
  const url = new URL(text)
  const base = (url.origin + url.pathname).replace(/\/+$/, '')
  // Values are not repeated: people paste addresses with a key in them. A lone ? or # is one too.
  const [mark] = /[?#]/.exec(text) ?? []
  if (mark === undefined) return base
  const what = mark === '?' ? `a query (${queryInWords(url)})` : 'a fragment (#…)'
  throw refused(`the target ${base} was given with ${what}, which no base URL has; write ${base}`)
}

/** The names in a query, without what they are set to: `?key=…&alt=…`. */
function queryInWords({ searchParams }: URL): string {
  return `?${[...new Set(searchParams.keys())].map((name) => `${name}=…`).join('&')}`
}

function bareHost(text: string): string {
  return /^[\w.[\]-]+(:\d+)?(\/[\w./-]*)?$/.test(text) ? text : 'HOST:PORT'
}
