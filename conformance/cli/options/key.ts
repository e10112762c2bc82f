import { UsageError } from '../usage-error.ts'

/** The key to use: the option's before the config file's before the environment's. Its value never appears in a message. */
export function keyOf(
  option: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  file?: { readonly key: string | undefined; readonly place: string },
): string | undefined {
  const key = option ?? file?.key ?? env['MGI_API_KEY']
  if (key === undefined || key === '') return undefined
  return assertKey(key, option !== undefined ? '--key' : file?.key !== undefined ? file.place : 'MGI_API_KEY')
}

/** A key that a header can carry. */
export function assertKey(key: string, from: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new UsageError(
    `the key in ${from} holds a space, a line end or another character that no header can carry; give the bare key`,
  )
}
