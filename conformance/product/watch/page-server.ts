import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { livePolicy } from '../../../reports/html/assets.ts'
import { renderLivePage, renderNoReport } from '../../../reports/html/live.ts'
import { renderers } from '../../../reports/index.ts'
import type { Live } from './live.ts'

/** The server of the page. It listens only on loopback, and all paths contain a secret token. */
export interface PageServer {
  /** The URL of the page, with its token. */
  readonly url: string
  /** Sends the last state to every open page, and stops listening. */
  close(): Promise<void>
}

export interface PageOptions {
  readonly live: Live
  /** The URL of the gateway, for the title. */
  readonly target: string
  /** The port, or 0 for any free port. */
  readonly port: number
}

const loopback = '127.0.0.1'

/** Headers that prevent other pages from reading this one, and browsers from caching it. */
const guards = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

export async function openPage({ live, target, port }: PageOptions): Promise<PageServer> {
  const token = randomBytes(24).toString('base64url')
  const push = startPush(live)
  const server = createServer((request, response) => {
    response.on('error', () => {})
    answer(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, loopback, resolve)
  })
  const authority = `:${(server.address() as AddressInfo).port}`
  const hosts = [`${loopback}${authority}`, `localhost${authority}`]
  const address = `http://${hosts[0]}/${token}/`

  return {
    url: address,
    async close() {
      push.end()
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeIdleConnections()
        // Slow pages must not delay the end of the command.
        setTimeout(() => server.closeAllConnections(), 200).unref()
      })
    },
  }

  function answer({ method, url, headers: { host } }: IncomingMessage, response: ServerResponse): void {
    for (const [name, value] of Object.entries(guards)) response.setHeader(name, value)
    const [, given = '', name, ...rest] = new URL(url ?? '/', address).pathname.split('/')
    // The name of another site may resolve to this machine.
    if (host === undefined || !hosts.includes(host))
      send(response, 403, 'this page is for the machine that mgi watch runs on')
    else if (!isToken(given) || rest.length > 0) send(response, 404, 'there is nothing here')
    else if (method !== 'GET') send(response, 405, 'use GET')
    else if (name === 'events') push.add(response)
    else if (name === 'report') sendPage(response, reportOf(live, target), "frame-ancestors 'self'")
    else if (name === '') sendPage(response, renderLivePage({ target, address, state: live.state() }), livePolicy)
    else send(response, 404, 'there is nothing here')
  }

  function isToken(given: string): boolean {
    const [one, other] = [Buffer.from(given), Buffer.from(token)]
    return one.length === other.length && timingSafeEqual(one, other)
  }
}

function reportOf(live: Live, target: string): string {
  const report = live.report()
  return report === undefined ? renderNoReport(target) : renderers.html(report)
}

function sendPage(response: ServerResponse, page: string, policy: string): void {
  response.setHeader('content-security-policy', policy)
  send(response, 200, page, 'text/html')
}

function send(response: ServerResponse, status: number, text: string, type = 'text/plain'): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(text)
}

/** Sends the state to open pages as server-sent events. */
interface Push {
  add(response: ServerResponse): void
  end(): void
}

/** Milliseconds between two updates. */
const pace = 250

function startPush(live: Live): Push {
  const pages = new Set<ServerResponse>()
  let timer: NodeJS.Timeout | undefined
  const tell = (response: ServerResponse) => response.write(`data: ${JSON.stringify(live.state())}\n\n`)
  const tellAll = () => {
    timer = undefined
    // A slow page gets the state once it has read the earlier data.
    for (const response of pages) if (!response.writableNeedDrain) tell(response)
  }
  const unsubscribe = live.subscribe(() => {
    timer ??= setTimeout(tellAll, pace).unref()
  })
  return {
    add(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      response.write('retry: 1000\n\n')
      pages.add(response)
      response.on('close', () => pages.delete(response))
      response.on('drain', () => tell(response))
      tell(response)
    },
    end() {
      unsubscribe()
      clearTimeout(timer)
      for (const response of pages) {
        tell(response)
        response.end()
      }
    },
  }
}
