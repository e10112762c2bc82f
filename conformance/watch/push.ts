import type { ServerResponse } from 'node:http'
import { type PartName, watchParts } from '../../reports/watch/parts.ts'
import type { Live } from './live.ts'

/** Tells open pages what has changed, by server-sent events. */
export interface Push {
  add(response: ServerResponse): void
  end(): void
}

/** Milliseconds between two looks. */
const pace = 250
/** A page that was closed is noticed by what is sent to it. */
const heartbeat = 15_000

/** What a page was told of each part. */
type Told = Map<PartName, string>

export function startPush(live: Live): Push {
  const pages = new Map<ServerResponse, Told>()
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    timer = undefined
    const view = live.view()
    const parts = Object.entries(watchParts(view)).map(([name, part]) => [name as PartName, String(part)] as const)
    const { activity, exchanges } = view
    const rest = { exchanges, words: activity.words, isOver: activity.kind === 'ended' }
    for (const [response, told] of pages) {
      // A page that reads slowly is told later.
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

/** What has not changed is not told again. */
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
