import { shortestSecret } from '../../evidence/secret-forms.ts'
import type { Secret } from '../../sources/keys.ts'

/** A proxy may show its user name and password in what it answers. */
export function proxySecrets(proxy: string | undefined): readonly Secret[] {
  if (proxy === undefined) return []
  const { username, password } = new URL(proxy)
  const words = [decodeURIComponent(password), decodeURIComponent(username)].filter(
    (word) => word.length >= shortestSecret,
  )
  const pair = password === '' ? [] : [`${decodeURIComponent(username)}:${decodeURIComponent(password)}`]
  return [...pair, ...words].map((value) => ({ label: '«proxy»', value }))
}
