import { shellWord } from '../../../reports/shell-word.ts'
import type { RunOptions } from '../../config/run-options.ts'
import type { Target } from '../target/target.ts'
import { proxyWord } from './proxy-word.ts'

/**
 * The options of the command line that decide how a case reaches its target, as words of a command that sends it again.
 * What the config file says is not repeated, and of secrets only where they are.
 */
export function saidAgain(
  { url, embedded }: Pick<Target, 'url' | 'embedded'>,
  { said, targetOptions }: Pick<RunOptions, 'said' | 'targetOptions'>,
): readonly string[] {
  const timeout = valued('timeout', said.timeout)
  if (embedded) return timeout
  const { ca, cert, 'cert-key': certKey, insecure, proxy } = said.connection
  const { proxy: address } = targetOptions.connection
  return [
    ...(said.isKeyOverriding ? ['--key "$MGI_API_KEY"'] : []),
    ...valued('ca', ca),
    ...valued('cert', cert),
    ...valued('cert-key', certKey),
    ...(insecure === true ? ['--insecure'] : []),
    ...(proxy === undefined || address === undefined ? [] : ['--proxy', proxyWord(address, url)]),
    ...timeout,
  ]
}

function valued(option: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`--${option}`, shellWord(value)]
}
