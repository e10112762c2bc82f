import { UsageError } from '../usage-error.ts'

/** The base URL of a target, without a slash at its end. */
export function targetUrl(text: string): string {
  if (text.includes('@'))
    throw new UsageError(
      'the target holds an @: a user name or password in it would end up in reports; give the key with --key',
    )
  if (!/^https?:\/\//i.test(text))
    throw new UsageError(`the target "${text}" is not an http or https URL; write http://${bareHost(text)}`)
  if (!URL.canParse(text))
    throw new UsageError(`the target "${text}" cannot be read as a URL; write http://HOST:PORT/PATH`)
  const url = new URL(text)
  if (url.search !== '' || url.hash !== '')
    throw new UsageError(`the target "${url.origin}${url.pathname}" has a query or fragment; give the base URL alone`)
  return (url.origin + url.pathname).replace(/\/+$/, '')
}

function bareHost(text: string): string {
  return /^[\w.[\]-]+(:\d+)?(\/[\w./-]*)?$/.test(text) ? text : 'HOST:PORT'
}
