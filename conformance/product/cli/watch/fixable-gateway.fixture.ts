import { request as ask } from 'node:http'
import { PassThrough } from 'node:stream'
import { type ReferenceServer, startReferenceServer } from '../../../../reference-server/index.ts'
import { httpServer } from '../../../../tests/servers.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import type { Io } from '../io.ts'
import { runCli } from '../run-cli.ts'

export const key = 'a-secret-key'

/** A gateway whose upstream can be replaced during a test. */
export interface FixableGateway {
  readonly url: string
  /** Switches to a server with faults or without, or rejects every request with 503. */
  readonly be: (state: 'faulty' | 'fixed' | 'busy') => void
  readonly close: () => Promise<void>
}

/** Starts a gateway. Some of its faults may remain when it is fixed. */
export async function startFixableGateway(
  faults: readonly string[],
  remaining: readonly string[] = [],
): Promise<FixableGateway> {
  const servers = {
    faulty: await startReferenceServer({ keys: [key], faults: [...faults, ...remaining] }),
    fixed: await startReferenceServer({ keys: [key], faults: remaining }),
  }
  let behind: ReferenceServer | undefined = servers.faulty
  const gateway = await httpServer((request, response) => {
    const { method, headers, url } = request
    if (behind === undefined) {
      response.writeHead(503, { 'content-type': 'application/json' }).end('{"success":false,"message":"busy"}')
      return
    }
    const onward = ask(behind.url + url, { method: method!, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  return {
    url: gateway.url,
    be: (state) => {
      behind = state === 'busy' ? undefined : servers[state]
    },
    async close() {
      for (const server of [gateway, servers.faulty, servers.fixed]) await server.close()
    },
  }
}

/** Starts `mgi watch` with functions that act as a user who types and presses Ctrl-C. */
export function startedWatch(cwd: string, args: readonly string[], env?: Io['env']) {
  const interruption = new AbortController()
  const stdin = new PassThrough()
  const io = capturedIo({ cwd, signal: interruption.signal, stdin, ...(env === undefined ? {} : { env }) })
  const status = runCli(['watch', ...args], io)
  return { io, stdin, status, end: () => interruption.abort() }
}
