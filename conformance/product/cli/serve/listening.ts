import { counted } from '../../../core/text/counted.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import type { Io } from '../io.ts'

/** Turns the errors of listening on a port into usage errors, and returns any other error unchanged. */
export function listeningError(
  error: unknown,
  option: 'port' | 'admin-port',
  { port, host }: { readonly port?: number; readonly host?: string },
): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new UsageError(`port ${port} is in use; give another --${option}, or 0 for any free one`)
  if (code === 'EACCES')
    return new UsageError(`port ${port} cannot be used by this user; give a --${option} from 1024 on`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new UsageError(
      `--${option.replace('port', 'host')} ${host} is not an address of this machine; try 127.0.0.1`,
    )
  return error
}

/**
 * Returns a function that prints one line for each exception that ended a request. Only its class is printed, since its
 * message may quote anything.
 */
export function faultLines({ stderr }: Pick<Io, 'stderr'>): (error: unknown) => void {
  let count = 0
  return (error) => {
    count += 1
    const name = error instanceof Error ? error.name : typeof error
    stderr.write(
      `mgi: an error of the suite (${name}) ended a request with status 500; ${counted(count, 'request')} so far\n`,
    )
  }
}

export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
