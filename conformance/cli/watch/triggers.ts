import { type FSWatcher, watch as watchFile } from 'node:fs'
import { connect } from 'node:net'
import { join, sep } from 'node:path'
import type { Selection } from '../../record/evidence/frame.ts'
import type { Input } from '../io.ts'

/** Why something runs, or why nothing does any more. */
export type Trigger =
  /** A change is one of a file of the gateway: what runs meanwhile looks at a gateway that is no more. */
  | { readonly what: 'failed' | 'everything'; readonly why: string; readonly isChange?: true }
  | { readonly what: 'some'; readonly narrowed: Narrowed; readonly words: string; readonly why: string }
  | { readonly what: 'case'; readonly id: string; readonly why: string }
  | { readonly what: 'restart'; readonly why: string }
  | { readonly what: 'quit' }
  | { readonly what: 'interrupted' }

/** What a run is limited to. */
export type Narrowed = Partial<Pick<Selection, 'areas' | 'requirements'>>

/** What may set off the next run. Of what happens while a run goes on, the last counts when it is over. */
export interface Triggers {
  next(): Promise<Trigger>
  /** Sets something off. */
  fire(trigger: Trigger): void
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
  /** A file of the gateway has changed. */
  readonly onChange?: (why: string) => void
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
  const onFile = startSettling((why) => {
    sources.onChange?.(why)
    fire({ what: 'failed', why, isChange: true })
  })
  const onAbort = (): void => fire({ what: 'interrupted' })
  let begun = ''
  const onData = (data: unknown): void => {
    const lines = `${begun}${String(data)}`.split('\n')
    begun = lines.pop()?.slice(-10) ?? ''
    for (const line of lines) fire(ofKey(line.trim().toLowerCase()))
  }
  signal.addEventListener('abort', onAbort, { once: true })
  input?.on('data', onData)
  const watchers = paths.flatMap((path) => watcherOf(path, sources.out, onFile.note, onTrouble))
  const stopPolling = sources.server === undefined ? () => {} : poll(sources.server, fire)
  return {
    next() {
      if (signal.aborted) return Promise.resolve({ what: 'interrupted' })
      const first = pending
      pending = undefined
      return first === undefined ? new Promise((resolve) => (resolveNext = resolve)) : Promise.resolve(first)
    },
    fire,
    close() {
      onFile.cancel()
      signal.removeEventListener('abort', onAbort)
      input?.off('data', onData)
      input?.pause()
      for (const watcher of watchers) watcher.close()
      stopPolling()
    },
  }
}

/** Milliseconds for which files must rest: editors and builds write several at a time. */
const settled = 50

function startSettling(onRest: (why: string) => void): { note(why: string): void; cancel(): void } {
  let timer: NodeJS.Timeout | undefined
  return {
    note(why) {
      clearTimeout(timer)
      timer = setTimeout(() => onRest(why), settled)
    },
    cancel: () => clearTimeout(timer),
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
  onFile: (why: string) => void,
  onTrouble: Sources['onTrouble'],
): readonly FSWatcher[] {
  const trouble = ({ code, message }: NodeJS.ErrnoException) => onTrouble(`${path} is not watched (${code ?? message})`)
  try {
    const watcher = watchFile(path, { recursive: true }, (_event, name) => {
      const changed = join(path, name ?? '')
      if (out !== undefined && `${changed}${sep}`.startsWith(`${out}${sep}`)) return
      onFile(`${name ?? path} changed`)
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
