import { shellWord } from '../../../reports/shell-word.ts'

/**
 * The address of a proxy as a word of a command for a POSIX shell. One that holds a user name or password stays out of
 * commands, which end up in reports: a variable stands for it, and a shell that lacks it says so and sends nothing.
 */
export function proxyWord(proxy: string, target: string): string {
  const { username, password, origin } = new URL(proxy)
  if (username === '' && password === '') return shellWord(origin)
  return `"\${${proxyVariable(target)}:?the proxy with its user name and password}"`
}

/** The environment variable that names the proxy for an address. */
export function proxyVariable(url: string): 'HTTPS_PROXY' | 'HTTP_PROXY' {
  return /^https:/i.test(url) ? 'HTTPS_PROXY' : 'HTTP_PROXY'
}
