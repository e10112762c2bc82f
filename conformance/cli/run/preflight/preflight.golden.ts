import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { catalogue } from '../../../catalogue.ts'
import { plainTarget, type TargetOptions } from '../../config/target-options.ts'
import { plainPlan } from '../plan/plain-plan.golden.ts'
import { openClient } from '../target/open-client.ts'
import { adviceAfter } from './preflight.ts'

/** What a test has to close when it is over. */
export const leftovers: (() => Promise<unknown>)[] = []

/** Closes what a test has opened; for `afterEach`. */
export async function closeLeftovers(): Promise<void> {
  for (const leftover of leftovers.splice(0)) await leftover()
}

/** The port of this machine on which a server listens until the test is over. */
export async function listening(server: Server): Promise<number> {
  const sockets = new Set<{ destroy(): void }>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  leftovers.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

/** The address of a server that answers so. */
export const plain = async (listener: RequestListener) => `http://127.0.0.1:${await listening(createServer(listener))}`

/** Answers everything alike. */
export const json =
  (status: number, body: unknown): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

interface Given {
  readonly key?: string
  readonly options?: TargetOptions
  readonly config?: string
}

/** What the first requests of a run to that address tell. */
export async function preflight(url: string, { key = 'a-secret-key', options = plainTarget, config }: Given = {}) {
  const target = { url, key, embedded: false, close: async () => {} }
  const limits = { timeoutMs: 5000, maxResponseBytes: 1e7 }
  const client = openClient({ target, options, operations: catalogue.operations }, limits)
  leftovers.push(() => client.close())
  const exchanges = await Promise.all(plainPlan().cases.map(({ request: asked, id }) => client.send(asked, id)))
  const where = { config, hasUrl: true, keyFrom: '--key or MGI_API_KEY', out: undefined }
  const said = { ...where, isKeyOverriding: false, connection: {}, timeout: undefined }
  return adviceAfter(
    exchanges,
    target,
    { maxRequests: undefined, timeoutSeconds: 5, targetOptions: options, said },
    catalogue,
  )
}
