import { UsageError } from '../model/usage-error.ts'

/**
 * The base URL of a documentation site, with a slash at its end. Reports turn it into links, so that nothing but http and
 * https is one. The place is what the user wrote it in.
 */
export function docsUrl(text: string, place: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${place}: "${text}" is not an http or https URL; write https://HOST/PATH/`)
  if (url.username !== '' || url.password !== '' || /[?#]/.test(text))
    throw new UsageError(`${place}: a base URL has no user name, query or fragment; write https://HOST/PATH/`)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}/`
}
