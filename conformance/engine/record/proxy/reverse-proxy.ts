import type { IncomingMessage, ServerResponse } from 'node:http'
import { Pool } from 'undici'
import type { Chunk, Ended, HeaderLine } from '../../../core/model/exchange.ts'
import type { ByteBudget } from '../../../core/server/body.ts'
import { leavesBase, maxHeaderBytes, openFront, type Rejection, sendRejection } from '../../../core/server/front.ts'
import { CannotPass, ClientGone, type Noted, notPassedOn, pairs, pass } from './pass.ts'
import { startTap } from './tap.ts'

/** A request that passed and its response, as on the wire, with the client's credentials and the target's names. */
export interface Passed {
  /** Milliseconds since the proxy started. */
  readonly startedAt: number
  readonly durationMs: number
  readonly method: string
  /** Path and query below the target's base URL. */
  readonly path: string
  readonly requestHeaders: readonly HeaderLine[]
  readonly requestBody: Uint8Array
  /** False if the exchange ended before the request did. Its body is then cut off. */
  readonly isRequestWhole: boolean
  readonly response: {
    readonly status: number
    readonly headers: readonly HeaderLine[]
    readonly chunks: readonly Chunk[]
  } | null
  readonly ended: Ended
  /** The network error of an incomplete exchange, for example `ECONNREFUSED`. */
  readonly trouble?: string
}

export interface ReverseProxyOptions {
  /** Returns the base URL for a request. Areas of one gateway may have different ones. */
  readonly targetOf: (method: string, path: string) => string
  /** The port. Defaults to 0, which selects any free port. */
  readonly port?: number
  readonly host?: string
  /** The certificate and private key for clients, as PEM text. */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** True to set `X-Forwarded-For`, `-Proto` and `-Host` for the client. By default they pass unchanged. */
  readonly isForwarded?: boolean
  /** Returns whether to copy an exchange. All exchanges pass. By default all are copied. */
  readonly isWanted?: (method: string, path: string) => boolean
  /** The most bytes of one body that are copied. Defaults to 16 MiB. */
  readonly maxBodyBytes?: number
  /** The most bytes of all exchanges under way that are copied. Defaults to 128 MiB. */
  readonly maxInFlightBytes?: number
  /** Called with each exchange that was copied completely. */
  readonly onPassed: (passed: Passed) => void
  readonly onTooLarge?: () => void
  /** Called with each exception that ended an exchange. */
  readonly onFault?: (error: unknown) => void
  /**
   * Called with the status of each response, including the proxy's own; `undefined` if the client disconnected before.
   */
  readonly onReply?: (status: number | undefined) => void
  /** The connection options of undici's Pool. */
  readonly connect?: Pool.Options['connect']
}

/** A running reverse proxy. */
export interface ReverseProxy {
  readonly url: string
  /** The number of requests without a complete response. */
  underWay(): number
  /**
   * Stops listening, waits for requests under way for at most `graceMs` milliseconds (0 by default), and aborts the
   * rest.
   */
  close(graceMs?: number): Promise<void>
}

const megabyte = 2 ** 20

interface Setting {
  readonly options: ReverseProxyOptions
  readonly wayTo: (method: string, path: string) => TargetConnection
  readonly budget: ByteBudget
  readonly epoch: number
  readonly state: { isClosing: boolean }
}

/**
 * Starts a reverse proxy in front of a gateway. Requests and responses pass unchanged: bytes, pieces as they arrive,
 * the pace of the slower side, aborts, trailers. Only headers that belong to one connection (RFC 9110, section 7.6.1)
 * are removed, and `Host` names the target. The proxy itself answers `Expect: 100-continue`. A request that could be
 * read as two, or that names no path of the target, gets a 400 and does not pass. Clients never choose the target.
 */
export async function startReverseProxy(options: ReverseProxyOptions): Promise<ReverseProxy> {
  const ways = openTargetConnections(options)
  const setting: Setting = {
    options,
    wayTo: ways.to,
    budget: { most: options.maxInFlightBytes ?? 128 * megabyte, held: 0 },
    epoch: performance.now(),
    state: { isClosing: false },
  }
  const { port = 0, host = '127.0.0.1', tls, onFault } = options
  const front = await openFront({
    name: proxyName,
    port,
    host,
    ...(tls === undefined ? {} : { tls }),
    ...(onFault === undefined ? {} : { onFault }),
    // Only headers have a time limit: a slow upload is a matter between client and target.
    settings: { requestTimeout: 0, headersTimeout: 60_000, noDelay: true },
    answer: (request, response) => handle(request, response, setting),
  })
  return {
    url: front.url,
    underWay: front.underWay,
    close: async (graceMs) => {
      setting.state.isClosing = true
      await front.close(graceMs)
      await ways.close()
    },
  }
}

const proxyName = 'mgi proxy'

/** Passes one request and its response. An error on either side ends only this exchange. */
async function handle(request: IncomingMessage, response: ServerResponse, setting: Setting): Promise<void> {
  const { options, state, wayTo } = setting
  const method = request.method ?? 'GET'
  const path = request.url ?? '/'
  const unpassable = notPassedOn(request)
  if (unpassable !== undefined) return sendRejection(response, proxyName, cannotPass(unpassable))
  const way = wayTo(method, path)
  if (leavesBase(path, way.basePath))
    return sendRejection(response, proxyName, { status: 400, reason: 'the request names no path of the target' })
  const { pool, base, basePath } = way
  const { origin, host } = base
  const copies = options.isWanted?.(method, path) === false ? undefined : startCopies(setting)
  const noted: Noted = { request: copies?.request, response: copies?.response }
  const onward = {
    dispatcher: pool,
    origin,
    host,
    path: basePath + path,
    isForwarded: options.isForwarded === true,
    isLast: () => state.isClosing,
  }
  let end: End = { ended: 'complete' }
  try {
    await pass(request, response, onward, noted)
  } catch (error) {
    end = endOf(error)
    if (error instanceof CannotPass) {
      sendRejection(response, proxyName, cannotPass(error))
      copies?.request.release()
      copies?.response.release()
      return
    }
    fail(response, end.trouble)
  }
  options.onReply?.(noted.status ?? (end.ended === 'cancelled' ? undefined : 502))
  if (copies !== undefined) tell({ request, method, path }, noted, end, copies, setting)
}

type Copies = ReturnType<typeof startCopies>

function startCopies({ options: { maxBodyBytes = 16 * megabyte }, budget }: Setting) {
  const start = performance.now()
  const now = (): number => performance.now() - start
  return { request: startTap(budget, maxBodyBytes, now), response: startTap(budget, maxBodyBytes, now), start }
}

interface End {
  readonly ended: Ended
  readonly trouble?: string
}

/** Returns whether the client ended an exchange, or the target or the network did. */
function endOf(error: unknown): End {
  if (error instanceof ClientGone) return { ended: 'cancelled' }
  return { ended: 'reset', trouble: String((error as { code?: unknown }).code ?? (error as Error).name) }
}

interface Asked {
  readonly request: IncomingMessage
  readonly method: string
  readonly path: string
}

function tell({ request, method, path }: Asked, noted: Noted, end: End, copies: Copies, setting: Setting): void {
  const { options, epoch } = setting
  const [sent, received] = [copies.request.chunks(), copies.response.chunks()]
  copies.request.release()
  copies.response.release()
  if (sent === undefined || received === undefined) {
    options.onTooLarge?.()
    return
  }
  const { status, headers = [] } = noted
  options.onPassed({
    startedAt: copies.start - epoch,
    durationMs: performance.now() - copies.start,
    method,
    path,
    requestHeaders: pairs(request.rawHeaders),
    requestBody: Buffer.concat(sent.map(({ bytes }) => bytes)),
    isRequestWhole: noted.isRequestWhole === true,
    response: status === undefined ? null : { status, headers: pairs(headers), chunks: received },
    ...end,
  })
}

function cannotPass({ status, message }: CannotPass): Rejection {
  return { status, reason: `the proxy cannot pass on ${message}` }
}

/** Reports an error of the target to the client: a 502 before the response, a broken connection during it. */
function fail(response: ServerResponse, trouble = 'the connection broke'): void {
  sendRejection(response, proxyName, { status: 502, reason: `no reply from the target (${trouble})` })
}

interface TargetConnection {
  readonly pool: Pool
  readonly base: URL
  /** The path of the base URL without a trailing slash. */
  readonly basePath: string
}

/** Returns connections to the base URLs of a gateway, each opened when it is first needed. */
function openTargetConnections({ targetOf, connect }: Pick<ReverseProxyOptions, 'targetOf' | 'connect'>) {
  const ways = new Map<string, TargetConnection>()
  const open = (target: string): TargetConnection => {
    const base = new URL(target)
    const pool = new Pool(base.origin, {
      // No time limit: the duration of a response is a matter between client and target.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: maxHeaderBytes,
      connect,
    })
    return { base, basePath: base.pathname.replace(/\/+$/, ''), pool }
  }
  return {
    to: (method: string, path: string): TargetConnection => {
      const target = targetOf(method, path)
      const way = ways.get(target) ?? open(target)
      ways.set(target, way)
      return way
    },
    close: async (): Promise<void> => {
      await Promise.all([...ways.values()].map(({ pool }) => pool.destroy()))
    },
  }
}
