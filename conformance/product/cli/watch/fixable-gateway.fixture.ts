import { request as ask } from 'node:http'
import { PassThrough } from 'node:stream'
import { type ReferenceServer, startReferenceServer } from '../../../../reference-server/index.ts'
import { httpServer } from '../../../../tests/servers.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

export const key = 'a-secret-key'

/** A gateway whose upstream can be replaced during a test. */
export interface FixableGateway {
  readonly url: string
  /** Switches to a server with faults or without. */
  readonly be: (state: 'faulty' | 'fixed') => void
  readonly close: () => Promise<void>
}

export async function startFixableGateway(faults: readonly string[]): Promise<FixableGateway> {
  const servers = {
    faulty: await startReferenceServer({ keys: [key], faults }),
    fixed: await startReferenceServer({ keys: [key] }),
  }
  let behind: ReferenceServer = servers.faulty
  const gateway = await httpServer((request, response) => {
    const { method, headers, url } = request
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
      behind = servers[state]
    },
    async close() {
      for (const server of [gateway, servers.faulty, servers.fixed]) await server.close()
    },
  }
}

/** Starts `mgi watch` with functions that act as a user who types and presses Ctrl-C. */
export function startedWatch(cwd: string, args: readonly string[]) {
  const interruption = new AbortController()
  const stdin = new PassThrough()
  const io = capturedIo({ cwd, signal: interruption.signal, stdin })
  const status = runCli(['watch', ...args], io)
  return { io, stdin, status, end: () => interruption.abort() }
}
