import { existsSync } from 'node:fs'
import { basename, relative, sep } from 'node:path'
import type { Input } from '../io.ts'
import { watchPath } from './file-changes.ts'

/** The cause of a round, or of the end. */
export type Trigger =
  /**
   * `isChange` is set if a file of the gateway changed, which makes the current round obsolete; `only` is the id of the
   * requirement whose cases are wanted.
   */
  | { readonly what: 'failed' | 'everything'; readonly why: string; readonly isChange?: true; readonly only?: string }
  | { readonly what: 'quit' }
  | { readonly what: 'interrupted' }

/** Waits for the trigger of the next round. If several occur during a round, only the last counts. */
export interface Triggers {
  next(): Promise<Trigger>
  /** Triggers a round of the failed cases of one requirement. */
  again(requirement: string): void
  close(): void
}

export interface Sources {
  readonly input: Input | undefined
  /** Absolute paths of files and folders to watch. */
  readonly paths: readonly string[]
  /** The absolute path of the command's own output, which triggers nothing. */
  readonly out?: string | undefined
  /** Checks repeatedly whether the gateway can be reached. Absent if this cannot be checked. */
  readonly server: Server | undefined
  readonly signal: AbortSignal
  /** Called when the current round is obsolete: a file of the gateway has changed, or the user quits. */
  readonly onObsolete?: (why: string) => void
  readonly onTrouble: (text: string) => void
}

interface Server {
  /** Returns why the gateway cannot be reached, or `undefined` if it can. */
  readonly trouble: () => Promise<string | undefined>
  /** Milliseconds between two checks. */
  readonly every: number
  readonly onLook: (trouble: string | undefined) => void
}

/** Listens to keys, files, the server and the signal. Only a pending `next` keeps the process alive. */
export function startTriggers(sources: Sources): Triggers {
  const { input, paths, signal, onTrouble } = sources
  let pending: Trigger | undefined
  let resolveNext: ((trigger: Trigger) => void) | undefined
  const fire = (trigger: Trigger): void => {
    if (resolveNext === undefined) pending = isEnd(pending) ? pending : trigger
    else resolveNext(trigger)
    resolveNext = undefined
  }
  const onFile = startSettling((name) => {
    const why = `${name} changed`
    sources.onObsolete?.(why)
    fire({ what: 'failed', why, isChange: true })
  })
  const onAbort = (): void => fire({ what: 'interrupted' })
  const onData = startKeys((trigger) => {
    if (trigger.what === 'quit') sources.onObsolete?.('q')
    fire(trigger)
  })
  signal.addEventListener('abort', onAbort, { once: true })
  input?.on('data', onData)
  const isIgnored = (file: string): boolean =>
    sources.out !== undefined && `${file}${sep}`.startsWith(`${sources.out}${sep}`)
  const onChange = (path: string) => (file: string) =>
    onFile.note({ file, name: relative(path, file) || basename(path) })
  const unwatch = paths.map((path) => watchPath(path, { onChange: onChange(path), onTrouble, isIgnored }))
  const stopPolling = sources.server === undefined ? () => {} : poll(sources.server, fire)
  return {
    next() {
      if (signal.aborted) return Promise.resolve({ what: 'interrupted' })
      const first = pending
      pending = undefined
      return first === undefined ? new Promise((resolve) => (resolveNext = resolve)) : Promise.resolve(first)
    },
    again: (only) => fire({ what: 'failed', why: 'the page', only }),
    close() {
      onFile.cancel()
      signal.removeEventListener('abort', onAbort)
      input?.off('data', onData)
      input?.pause()
      for (const end of unwatch) end()
      stopPolling()
    },
  }
}

/**
 * Milliseconds without further changes before a change triggers, because editors and builds write several files at a
 * time.
 */
const settled = 50

interface Changed {
  /** The absolute path. */
  readonly file: string
  /** The path below the watched folder. */
  readonly name: string
}

function startSettling(onRest: (name: string) => void): { note(changed: Changed): void; cancel(): void } {
  let timer: NodeJS.Timeout | undefined
  let burst: Changed[] = []
  return {
    note(changed) {
      burst.push(changed)
      clearTimeout(timer)
      timer = setTimeout(() => {
        const name = nameOf(burst)
        burst = []
        onRest(name)
      }, settled)
    },
    cancel: () => clearTimeout(timer),
  }
}

/**
 * Returns the name of a file that changed: the last one that still exists, because many programs write a temporary file
 * first, and preferably no hidden one, such as the index of git.
 */
function nameOf(burst: readonly Changed[]): string {
  const existing = burst.filter(({ file }) => existsSync(file))
  const visible = existing.filter(({ name }) => !name.split(sep).some((part) => part.startsWith('.')))
  return (visible.at(-1) ?? existing.at(-1) ?? burst.at(-1))!.name
}

function isEnd(trigger: Trigger | undefined): boolean {
  return trigger?.what === 'quit' || trigger?.what === 'interrupted'
}

/** Returns a function that reads input, and calls `fire` for each line. */
function startKeys(fire: (trigger: Trigger) => void): (data: unknown) => void {
  let begun = ''
  return (data) => {
    const lines = `${begun}${String(data)}`.split('\n')
    begun = lines.pop()?.slice(-10) ?? ''
    for (const line of lines) fire(ofKey(line.trim().toLowerCase()))
  }
}

function ofKey(key: string): Trigger {
  if (key === 'q') return { what: 'quit' }
  return key === 'a' ? { what: 'everything', why: 'a' } : { what: 'failed', why: 'Enter' }
}

/** Triggers a round when the gateway is reachable again. */
function poll({ trouble, every, onLook }: Server, fire: (trigger: Trigger) => void): () => void {
  let wasDown = false
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    const found = await trouble()
    isLooking = false
    onLook(found)
    if (wasDown && found === undefined) fire({ what: 'failed', why: 'the gateway is back' })
    wasDown = found !== undefined
  }
  void look()
  const timer = setInterval(look, every)
  return () => clearInterval(timer)
}
