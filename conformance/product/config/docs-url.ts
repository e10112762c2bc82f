import { UsageError } from '../../core/text/usage-error.ts'
import { shownUrl } from './target-url.ts'

/**
 * Returns the base URL of a documentation site with a slash at its end. Only http and https URLs are allowed, because
 * reports link to it. `place` is the place of the URL, for messages.
 */
export function docsUrl(text: string, place: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${place}: "${shownUrl(text)}" is not an http or https URL; write https://HOST/PATH/`)
  if (url.username !== '' || url.password !== '' || /[?#]/.test(text))
    throw new UsageError(`${place}: a base URL has no user name, query or fragment; write https://HOST/PATH/`)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}/`
}
