import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, expect, test, vi } from 'vitest'
import { findRecordings } from '../../product/recorded/find-recordings.ts'
import { lockName, whileLocked } from './lock-folder.ts'

const parent = mkdtempSync(join(tmpdir(), 'lock-folder-'))
afterAll(() => rmSync(parent, { recursive: true }))

let number = 0
function newFolder(): string {
  number += 1
  return join(parent, String(number), 'out')
}

/** Writes the lock of a process into a new folder. */
function lockedBy(holder: object | string): string {
  const folder = newFolder()
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, lockName), typeof holder === 'string' ? holder : JSON.stringify(holder))
  return folder
}

const locked = (folder: string, work: () => Promise<unknown> = async () => 'done') =>
  whileLocked({ folder, command: 'mgi run' }, work)

test('a second command is rejected, and told which process writes to the folder', async () => {
  const folder = newFolder()
  await locked(folder, async () => {
    const second = whileLocked({ folder, command: 'mgi merge' }, async () => {})
    await expect(second).rejects.toThrow(
      `--out ${folder}: another command is writing to it (mgi run, process ${process.pid}); wait for it, or name another folder`,
    )
  })
  expect(await locked(folder)).toBe('done')
})

test('the lock goes away with the command, also after an error, and so does a folder that stayed empty', async () => {
  const folder = newFolder()
  const failing = locked(folder, async () => {
    expect(statSync(join(folder, lockName)).mode & 0o777).toBe(0o600)
    throw new Error('of the work')
  })
  await expect(failing).rejects.toThrow('of the work')
  expect(existsSync(folder)).toBe(false)
  await locked(folder, async () => writeFileSync(join(folder, 'report'), ''))
  expect([existsSync(join(folder, 'report')), existsSync(join(folder, lockName))]).toEqual([true, false])
})

const ended = spawnSync(process.execPath, ['-e', '']).pid

test.each([
  ['a process that has ended', { pid: ended, host: hostname(), started: '1', command: 'mgi run' }],
  // A container often has the same process ids after each start.
  ['an earlier process with the id of this one', { pid: process.pid, host: hostname(), started: '1', command: 'x' }],
])('the lock of %s is taken over', async (_whose, holder) => {
  // Without /proc, the start of a process is unknown, and one with the same id may be the same process.
  if (holder.pid === process.pid && !existsSync('/proc/self/stat')) return
  const folder = lockedBy(holder)
  await locked(folder, async () => {
    expect(JSON.parse(readFileSync(join(folder, lockName), 'utf8'))).toMatchObject({ pid: process.pid })
  })
})

test('the lock of another host is taken over if it gave no sign for minutes', async () => {
  const folder = lockedBy({ pid: 1, host: 'elsewhere', started: '', command: 'mgi run' })
  const before = Date.now() / 1000 - 121
  utimesSync(join(folder, lockName), before, before)
  await locked(folder, async () => {
    expect(JSON.parse(readFileSync(join(folder, lockName), 'utf8'))).toMatchObject({ pid: process.pid })
  })
})

test('a command gives signs while it works, and none after it', async () => {
  vi.useFakeTimers()
  const folder = newFolder()
  const file = join(folder, lockName)
  await locked(folder, async () => {
    utimesSync(file, 0, 0)
    vi.advanceTimersByTime(15_000)
    expect(statSync(file).mtimeMs).toBeGreaterThan(0)
  })
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test.each([
  [
    'of another host',
    { pid: ended, host: 'elsewhere', started: '', command: 'mgi run' },
    /on elsewhere\); .* its lock is free 2 minutes after its last sign$/,
  ],
  ['that cannot be read', 'x', /\.mgi-lock locks it for another command; delete that file/],
  ['with a command that spans lines', { pid: 1, host: hostname(), started: '', command: 'a\n::error::b' }, /^[^\n]*$/],
])('a lock %s is kept, and the message says what to do', async (_what, holder, words) => {
  const folder = lockedBy(holder)
  await expect(locked(folder)).rejects.toThrow(words)
  expect(existsSync(join(folder, lockName))).toBe(true)
})

test('a lock is no recording', () => {
  const folder = lockedBy('x')
  writeFileSync(join(folder, 'notes.md'), 'words')
  expect(findRecordings([folder]).passedOver.map(({ file }) => file)).toEqual([join(folder, 'notes.md')])
})

test('a command without a folder locks nothing', async () => {
  expect(await whileLocked({ folder: undefined, command: 'mgi check' }, async () => 1)).toBe(1)
})
