import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { UsageError } from '../text/usage-error.ts'
import { beginningOf, fileInFolder, readFile } from './open-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'open-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

const at = (name: string) => join(folder, name)
execFileSync('mkfifo', [at('fifo')])
symlinkSync(at('fifo'), at('link-to-fifo'))
symlinkSync('/dev/zero', at('link-to-device'))

test.each([at('fifo'), at('link-to-fifo'), at('link-to-device'), '/dev/zero'])('%s is rejected, not read', (path) => {
  expect(() => readFile(path)).toThrow(
    new UsageError(`${path} is not a regular file; write its content to a file, and name that`),
  )
  expect(() => beginningOf(path, 4)).toThrow(UsageError)
})

test('a file that the user named through a link is read', () => {
  writeFileSync(at('file'), 'text')
  symlinkSync(at('file'), at('link'))
  expect(readFile(at('link')).toString()).toBe('text')
  expect(beginningOf(at('link'), 2).toString()).toBe('te')
})

test('a file in a folder is not read through a link that leads out of the folder', () => {
  mkdirSync(at('inside'))
  writeFileSync(at('secret'), '')
  writeFileSync(at('inside/own'), '')
  symlinkSync(at('secret'), at('inside/out'))
  symlinkSync(at('inside/own'), at('inside/in'))
  symlinkSync(at('inside'), at('named-by-the-user'))
  expect(fileInFolder(at('inside'), 'gone')).toBeUndefined()
  expect(fileInFolder(at('inside'), 'in')).toBe(at('inside/in'))
  expect(fileInFolder(at('named-by-the-user'), 'own')).toBe(at('named-by-the-user/own'))
  expect(() => fileInFolder(at('inside'), 'out')).toThrow(/inside\/out is a link that leads out of its folder/)
})
