import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { livePolicy } from '../../../reports/html/assets.ts'
import { renderLivePage, renderNoReport } from '../../../reports/html/live.ts'
import { renderers } from '../../../reports/index.ts'
import { openFront, type Rejection } from '../../core/server/front.ts'
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
  /** Called with the id of a requirement whose failed cases the page wants to be sent again. */
  readonly onAgain?: (requirement: string) => void
  /** Called with each exception that ended a request with status 500. */
  readonly onFault?: (error: unknown) => void
}

const loopback = '127.0.0.1'

/** The paths below the token, and their methods. The path `again` ends with the id of a requirement. */
const methods: Readonly<Record<string, 'GET' | 'POST'>> = { '': 'GET', events: 'GET', report: 'GET', again: 'POST' }

/** Headers that prevent other pages from reading this one, and browsers from caching it. */
const guards = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

export async function openPage({
  live,
  target,
  port,
  onAgain = () => {},
  onFault = () => {},
}: PageOptions): Promise<PageServer> {
  const token = randomBytes(24).toString('base64url')
  const push = startPush(live)
  const front = await openFront({ name: 'mgi watch', host: loopback, port, admit, answer, onFault })
  const address = `${front.url}/${token}/`

  return {
    url: address,
    async close() {
      push.end()
      // Slow pages must not delay the end of the command.
      await front.close(200)
    },
  }

  /** Everything else is behind the token. */
  function admit({ method, url = '/' }: IncomingMessage): Rejection | undefined {
    const [, given = '', name = '', ...rest] = url.split('/')
    const wanted = Object.hasOwn(methods, name) ? methods[name] : undefined
    if (!isToken(given) || wanted === undefined || rest.length !== (name === 'again' ? 1 : 0))
      return { status: 404, reason: 'there is nothing here' }
    return method === wanted ? undefined : { status: 405, reason: `use ${wanted}` }
  }

  function answer({ url = '/' }: IncomingMessage, response: ServerResponse): void {
    for (const [name, value] of Object.entries(guards)) response.setHeader(name, value)
    const [, , name, requirement = ''] = url.split('/')
    if (name === 'again') {
      onAgain(requirement)
      response.writeHead(204).end()
    } else if (name === 'events') push.add(response)
    else if (name === 'report') sendPage(response, reportOf(live, target), "frame-ancestors 'self'")
    else sendPage(response, renderLivePage({ target, address, state: live.state() }), livePolicy)
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
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
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
