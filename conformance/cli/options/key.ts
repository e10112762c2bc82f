import { UsageError } from '../usage-error.ts'

/** The key to use: the option's before the environment's. Its value never appears in a message. */
export function keyOf(
  option: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const key = option ?? env['MGI_API_KEY']
  if (key === undefined || key === '') return undefined
  if (/^[\x21-\x7e]+$/.test(key)) return key
  const from = option === undefined ? 'MGI_API_KEY' : '--key'
  throw new UsageError(
    `the key in ${from} holds a space, a line end or another character that no header can carry; give the bare key`,
  )
}
