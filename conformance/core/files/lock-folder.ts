import { lstatSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { isObject } from '../../../schemas/json.ts'
import { UsageError } from '../text/usage-error.ts'
import { visibleLine } from '../text/visible.ts'
import { factsOf } from './file-facts.ts'
import { makeFolder } from './out-folder.ts'

/** The file that marks a folder to which a command writes. It is hidden, and removed when the command ends. */
export const lockName = '.mgi-lock'

/** The time in milliseconds after which a process writes its lock again, so that other hosts see that it runs. */
const beat = 15_000

/** The time in milliseconds without a beat after which a process on another host counts as ended. */
const longestSilence = 120_000

interface Holder {
  readonly pid: number
  readonly host: string
  /** The start of the process, which distinguishes it from a later one with the same id; empty if it is unknown. */
  readonly started: string
  readonly command: string
}

/** The folder to lock, and the words for messages. */
export interface Locking {
  /** The absolute path; `undefined` if the command writes to none. */
  readonly folder: string | undefined
  /** The option that named it, by default `--out`. */
  readonly option?: string
  /** The command that writes to it, for example `mgi run`. */
  readonly command: string
}

/**
 * Does work that writes to a folder, and keeps other processes from writing to it meanwhile. Creates the folder; removes
 * it again if it stays empty. Throws a `UsageError` that names the process if another one writes to it.
 */
export async function whileLocked<Result>(locking: Locking, work: () => Promise<Result>): Promise<Result> {
  const { folder } = locking
  if (folder === undefined) return work()
  const unlock = lockFolder({ ...locking, folder })
  // The lock goes away, too, if the process exits in the middle of the work.
  process.once('exit', unlock)
  try {
    return await work()
  } finally {
    process.off('exit', unlock)
    unlock()
  }
}

/** Locks a folder. Returns the function that unlocks it. */
function lockFolder({ folder, option = '--out', command }: Locking & { readonly folder: string }): () => void {
  const created = missingFolders(folder)
  makeFolder(folder, option)
  const file = join(folder, lockName)
  const own: Holder = { pid: process.pid, host: hostname(), started: startOf('self'), command }
  const text = `${JSON.stringify(own)}\n`
  if (!isWritten(file, text)) {
    removeStale(file, folder, option)
    if (!isWritten(file, text)) throw held(folder, option, file)
  }
  const beating = setInterval(() => giveSign(file, text), beat).unref()
  return () => {
    clearInterval(beating)
    if (textOf(file) === text) rmSync(file, { force: true })
    for (const path of created) if (!isRemoved(path)) break
  }
}

/** Writes a lock again, if it is still there. Trouble with the disk shows where the command writes its files. */
function giveSign(file: string, text: string): void {
  try {
    if (textOf(file) === text) writeFileSync(file, text)
  } catch {}
}

/** Returns the folders of a path that do not exist yet, the innermost first. */
function missingFolders(folder: string): readonly string[] {
  const missing: string[] = []
  for (let path = folder; factsOf(path) === undefined && path !== dirname(path); path = dirname(path))
    missing.push(path)
  return missing
}

/** Removes a folder if it is empty. */
function isRemoved(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch {
    return false
  }
}

/** Creates the lock. Returns `false` if it exists already. */
function isWritten(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Removes the lock of a process that has ended. It is moved away first: if another process has replaced it in the
 * meantime, it is put back.
 */
function removeStale(file: string, folder: string, option: string): void {
  const stale = textOf(file)
  if (stale === undefined) return
  const aside = `${file}.${process.pid}`
  if (isAlive(holderIn(stale), () => silenceOf(file, aside))) throw held(folder, option, file)
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (textOf(aside) === stale) rmSync(aside, { force: true })
  else renameSync(aside, file)
}

function textOf(file: string): string | undefined {
  try {
    return lstatSync(file).isFile() ? readFileSync(file, 'utf8') : ''
  } catch {
    return undefined
  }
}

function holderIn(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && Number.isSafeInteger(value['pid']) ? (value as unknown as Holder) : undefined
  } catch {
    return undefined
  }
}

/** Returns the time in milliseconds since a lock was written, by the clock of the file system, which all hosts share. */
function silenceOf(file: string, probe: string): number {
  writeFileSync(probe, '', { mode: 0o600 })
  try {
    return statSync(probe).mtimeMs - statSync(file).mtimeMs
  } finally {
    rmSync(probe, { force: true })
  }
}

/** Returns whether the holder of a lock may still be running. One that is unknown may be. */
function isAlive(holder: Holder | undefined, silence: () => number): boolean {
  if (holder === undefined) return true
  if (holder.host !== hostname()) return silence() <= longestSilence
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    // EPERM: it runs, as another user.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const started = startOf(holder.pid)
  return started === '' || holder.started === '' || holder.started === started
}

/** Returns the start of a process in clock ticks since the system was started; empty where there is no `/proc`. */
function startOf(pid: number | 'self'): string {
  try {
    const facts = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may contain spaces. The start is field 22, and the next one is field 3.
    return facts.slice(facts.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function held(folder: string, option: string, file: string): UsageError {
  const holder = holderIn(textOf(file) ?? '')
  const given = `${option} ${folder}`
  if (holder === undefined)
    return new UsageError(`${given}: ${file} locks it for another command; delete that file if no command is running`)
  const where = holder.host === hostname() ? '' : ` on ${holder.host}`
  const who = visibleLine(`${holder.command}, process ${holder.pid}${where}`)
  return new UsageError(
    where === ''
      ? `${given}: another command is writing to it (${who}); wait for it, or name another folder`
      : `${given}: another command is writing to it (${who}); wait for it, or name another folder; if it has ended, its lock is free ${longestSilence / 60_000} minutes after its last sign`,
  )
}
