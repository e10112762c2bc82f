import { UsageError } from '../usage-error.ts'

/** An origin as the user wrote it after `--allow-origin`: scheme, host and port of http or https, and nothing else. */
export function webOrigin(text: string): string {
  if (text.includes('@'))
    throw new UsageError('--allow-origin holds an @: images are fetched without user name or password; leave them out')
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new UsageError(`--allow-origin "${text}" is no http or https origin; write https://HOST or https://HOST:PORT`)
  const { origin, pathname, search, hash } = new URL(text)
  if (pathname !== '/' || search !== '' || hash !== '')
    throw new UsageError(`--allow-origin "${text}" is more than an origin; write ${origin}`)
  return origin
}
