import { type FSWatcher, watch as watchFile } from 'node:fs'
import { connect } from 'node:net'
import { join, sep } from 'node:path'
import type { Input } from '../io.ts'

/** Why something runs, or why nothing does any more. */
export type Trigger =
  | { readonly what: 'failed' | 'everything'; readonly why: string }
  | { readonly what: 'quit' }
  | { readonly what: 'interrupted' }

/** What may set off the next run. Of what happens while a run goes on, the last counts when it is over. */
export interface Triggers {
  next(): Promise<Trigger>
  close(): void
}

/** What is listened to. */
export interface Sources {
  readonly input: Input | undefined
  /** Files and folders, absolute. */
  readonly paths: readonly string[]
  /** What is written here, absolute, is our own: it sets nothing off. */
  readonly out?: string | undefined
  /** Tells whether the server is there, and how many milliseconds lie between two looks; absent where nobody can tell. */
  readonly server: { readonly isThere: () => Promise<boolean>; readonly every: number } | undefined
  readonly signal: AbortSignal
  readonly onTrouble: (text: string) => void
}

/** Listens to keys, files, the server and the signal. Nothing of it keeps the process alive but whoever waits for `next`. */
export function startTriggers(sources: Sources): Triggers {
  const { input, paths, signal, onTrouble } = sources
  let pending: Trigger | undefined
  let resolveNext: ((trigger: Trigger) => void) | undefined
  const fire = (trigger: Trigger): void => {
    if (resolveNext === undefined) pending = isEnd(pending) ? pending : trigger
    else resolveNext(trigger)
    resolveNext = undefined
  }
  const onAbort = (): void => fire({ what: 'interrupted' })
  let begun = ''
  const onData = (data: unknown): void => {
    const lines = `${begun}${String(data)}`.split('\n')
    begun = lines.pop()?.slice(-10) ?? ''
    for (const line of lines) fire(ofKey(line.trim().toLowerCase()))
  }
  signal.addEventListener('abort', onAbort, { once: true })
  input?.on('data', onData)
  const watchers = paths.flatMap((path) => watcherOf(path, sources.out, fire, onTrouble))
  const stopPolling = sources.server === undefined ? () => {} : poll(sources.server, fire)
  return {
    next() {
      if (signal.aborted) return Promise.resolve({ what: 'interrupted' })
      const first = pending
      pending = undefined
      return first === undefined ? new Promise((resolve) => (resolveNext = resolve)) : Promise.resolve(first)
    },
    close() {
      signal.removeEventListener('abort', onAbort)
      input?.off('data', onData)
      input?.pause()
      for (const watcher of watchers) watcher.close()
      stopPolling()
    },
  }
}

function isEnd(trigger: Trigger | undefined): boolean {
  return trigger?.what === 'quit' || trigger?.what === 'interrupted'
}

function ofKey(key: string): Trigger {
  if (key === 'q') return { what: 'quit' }
  return key === 'a' ? { what: 'everything', why: 'a' } : { what: 'failed', why: 'Enter' }
}

function watcherOf(
  path: string,
  out: string | undefined,
  fire: (trigger: Trigger) => void,
  onTrouble: Sources['onTrouble'],
): readonly FSWatcher[] {
  const trouble = ({ code, message }: NodeJS.ErrnoException) => onTrouble(`${path} is not watched (${code ?? message})`)
  try {
    const watcher = watchFile(path, { recursive: true }, (_event, name) => {
      const changed = join(path, name ?? '')
      if (out !== undefined && `${changed}${sep}`.startsWith(`${out}${sep}`)) return
      fire({ what: 'failed', why: `${name ?? path} changed` })
    })
    return [watcher.on('error', trouble)]
  } catch (error) {
    trouble(error as NodeJS.ErrnoException)
    return []
  }
}

/** Looks every now and then whether the server is there. */
function poll({ isThere: look, every }: NonNullable<Sources['server']>, fire: (trigger: Trigger) => void): () => void {
  let wasThere: boolean | undefined
  let isAsking = false
  const timer = setInterval(async () => {
    if (isAsking) return
    isAsking = true
    const isThere = await look()
    isAsking = false
    if (wasThere === false && isThere) fire({ what: 'failed', why: 'the gateway is back' })
    wasThere = isThere
  }, every)
  return () => clearInterval(timer)
}

/** Milliseconds after which nobody is thought to listen. */
const patience = 2000

/** Whether somebody listens at an address. A connection without a request costs nothing. */
export function listens(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80) })
    const settle = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.setTimeout(patience, () => settle(false))
    socket.once('connect', () => settle(true)).once('error', () => settle(false))
  })
}
