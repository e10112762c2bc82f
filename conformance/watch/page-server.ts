import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exchangeAnchorOf, resultAnchorOf } from '../../reports/html/anchor.ts'
import { renderers } from '../../reports/index.ts'
import { allResults } from '../../reports/result.ts'
import { watchPolicy } from '../../reports/watch/assets.ts'
import { exchangeDetail, resultDetail } from '../../reports/watch/detail.ts'
import { exchangeList } from '../../reports/watch/exchange-list.ts'
import { watchPage } from '../../reports/watch/page.ts'
import { type PartName, watchParts } from '../../reports/watch/parts.ts'
import type { Live } from './live.ts'
import { type PageAction, readAction } from './page-action.ts'

/** The server of the page. It listens on loopback only, and all paths contain a secret token. */
export interface PageServer {
  /** The address of the page, with its token. */
  readonly url: string
  /** Notifies every open page of the end, and stops listening. */
  close(): Promise<void>
}

export interface PageOptions {
  readonly live: Live
  /** 0 is any free port. */
  readonly port: number
  /** Runs an action and returns the message for the user, also if the action is not possible. */
  readonly onAction: (action: PageAction) => string
}

const loopback = '127.0.0.1'
/** The most bytes of an action. */
const longestAction = 4096

/** Prevents other pages from framing or reading it, and browsers from caching it. */
const guards = {
  'content-security-policy': `${watchPolicy}; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

export async function openPage({ live, port, onAction }: PageOptions): Promise<PageServer> {
  const token = randomBytes(24).toString('base64url')
  const push = startPush(live)
  const server = createServer((request, response) => {
    response.on('error', () => {})
    void answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, loopback, resolve)
  })
  const authority = `:${(server.address() as AddressInfo).port}`
  const hosts = [`${loopback}${authority}`, `localhost${authority}`]

  return {
    url: `http://${hosts[0]}/${token}/`,
    async close() {
      push.end()
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeIdleConnections()
        // A page that reads slowly must not delay the end of the command.
        setTimeout(() => server.closeAllConnections(), 200).unref()
      })
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(guards)) response.setHeader(name, value)
    if (!isOwn(request)) return send(response, 403, 'this page is for the machine that mgi watch runs on')
    const { pathname, searchParams } = new URL(request.url ?? '/', `http://${hosts[0]}`)
    const [, given = '', name = '', ...rest] = pathname.split('/')
    if (!isToken(given) || rest.length > 0) return send(response, 404, 'there is nothing here')
    if (request.method === 'POST') return name === 'do' ? act(request, response) : send(response, 404, 'unknown')
    if (request.method !== 'GET') return send(response, 405, 'GET and POST are known')
    if (name === 'events') return push.add(response)
    const page = pageRoutes(name, searchParams, live)
    return page === undefined ? send(response, 404, 'there is no such thing') : send(response, 200, page, 'text/html')
  }

  /** Rejects foreign pages, also those whose host name resolves to this machine. */
  function isOwn({ headers: { host, origin, 'sec-fetch-site': site } }: IncomingMessage): boolean {
    if (host === undefined || !hosts.includes(host)) return false
    if (origin !== undefined && origin !== `http://${host}`) return false
    return site === undefined || site === 'same-origin' || site === 'none'
  }

  function isToken(given: string): boolean {
    const [one, other] = [Buffer.from(given), Buffer.from(token)]
    return one.length === other.length && timingSafeEqual(one, other)
  }

  async function act(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A form of another page cannot send this type without a preflight request.
    if (request.headers['content-type'] !== 'application/json') return send(response, 415, 'JSON is expected')
    const action = readAction(await bodyOf(request))
    return action === undefined ? send(response, 400, 'this is no action') : send(response, 200, onAction(action))
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > longestAction) throw new Error('too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, status: number, text: string, type = 'text/plain'): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(text)
}

const listed = 200

/** Returns the HTML that the page requests; `undefined` if it does not exist. */
function pageRoutes(name: string, query: URLSearchParams, live: Live): string | undefined {
  switch (name) {
    case '':
      return watchPage(live.view())
    case 'detail':
      return detail(query.get('place') ?? '', live)
    case 'exchanges':
      return exchangeList(
        live.recent.list({ words: query.get('words') ?? '', onlyStreams: query.get('streams') === '1', most: listed }),
        live.recent.count,
      )
    case 'report': {
      const report = live.complete()
      return report && renderers.html(report)
    }
    default:
      return undefined
  }
}

/** Renders the result or the exchange at an address of the page. */
function detail(place: string, live: Live): string | undefined {
  const view = live.view()
  const result = allResults(view.now?.report ?? { requirements: [] }).find(
    ({ id, operation }) => resultAnchorOf(id, operation) === place,
  )
  if (result !== undefined) return resultDetail({ requirement: result.id, operation: result.operation }, view)
  const exchange =
    live.recent.find((id) => exchangeAnchorOf(id) === place) ??
    view.now?.report.exchanges.find(({ id }) => exchangeAnchorOf(id) === place)
  return exchange && exchangeDetail(exchange, view)
}

/** Sends changes to open pages as server-sent events. */
interface Push {
  add(response: ServerResponse): void
  end(): void
}

/** Milliseconds between two updates. */
const pace = 250
/** Milliseconds between messages that detect closed pages. */
const heartbeat = 15_000

/** The markup that a page has of each part. */
type Told = Map<PartName, string>

function startPush(live: Live): Push {
  const pages = new Map<ServerResponse, Told>()
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    timer = undefined
    const view = live.view()
    const parts = Object.entries(watchParts(view)).map(([name, part]) => [name as PartName, String(part)] as const)
    const { activity, exchanges } = view
    const rest = { exchanges, words: activity.words, isOver: activity.kind === 'ended' }
    for (const [response, told] of pages) {
      // A page that reads slowly gets the update later.
      if (response.writableNeedDrain) response.once('drain', soon)
      else tell(response, told, parts, rest)
    }
  }
  const soon = () => {
    if (pages.size === 0 || timer !== undefined) return
    timer = setTimeout(look, pace)
    timer.unref()
  }
  const unsubscribe = live.subscribe(soon)
  const beating = setInterval(() => {
    for (const response of pages.keys()) response.write(': still here\n\n')
  }, heartbeat)
  beating.unref()
  return {
    add(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      response.write('retry: 1000\n\n')
      pages.set(response, new Map())
      response.on('close', () => pages.delete(response))
      soon()
    },
    end() {
      unsubscribe()
      clearInterval(beating)
      clearTimeout(timer)
      look()
      for (const response of pages.keys()) response.end('event: end\ndata: {}\n\n')
      pages.clear()
    },
  }
}

/** Sends only the parts that changed. */
function tell(
  response: ServerResponse,
  told: Told,
  parts: readonly (readonly [PartName, string])[],
  rest: object,
): void {
  const fresh = parts.filter(([name, part]) => told.get(name) !== part)
  for (const [name, part] of fresh) told.set(name, part)
  const data = JSON.stringify({ parts: Object.fromEntries(fresh), ...rest })
  response.write(`event: parts\ndata: ${data}\n\n`)
}
