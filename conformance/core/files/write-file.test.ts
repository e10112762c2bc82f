import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fileTroubleInWords } from './file-trouble.ts'
import { createFile, writeFile } from './write-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'write-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

const at = (name: string) => join(folder, name)
const modeOf = (path: string) => statSync(path).mode & 0o777

test('only the owner may read a file, even if others could read the former one', () => {
  writeFileSync(at('former'), 'old')
  chmodSync(at('former'), 0o644)
  writeFile(at('former'), 'new')
  expect([readFileSync(at('former'), 'utf8'), modeOf(at('former'))]).toEqual(['new', 0o600])
})

test('a link is replaced, and the file behind it stays', () => {
  writeFileSync(at('other'), 'of somebody')
  symlinkSync(at('other'), at('link'))
  writeFile(at('link'), 'new')
  expect(readFileSync(at('other'), 'utf8')).toBe('of somebody')
})

test('a write in pieces is completed', () => {
  const taken: string[] = []
  const file = createFile(at('pieces'), (_file, bytes, from) => {
    taken.push(Buffer.from(bytes.subarray(from, from + 2)).toString())
    return Math.min(2, bytes.length - from)
  })
  expect(file.write('abcde')).toBe(5)
  file.close()
  expect(taken).toEqual(['ab', 'cd', 'e'])
})

test.each([
  ['ENOSPC', 'the disk is full; free some space, or name another folder'],
  ['EDQUOT', 'the quota of the disk is used up; free some space, or name another folder'],
])('the error of a disk (%s) names the file', (code, cause) => {
  const file = createFile(at('full'), () => {
    throw Object.assign(new Error(`${code}: no space left on device, write`), { code, syscall: 'write' })
  })
  let error: unknown
  try {
    file.write('text')
  } catch (thrown) {
    error = thrown
  }
  file.close()
  expect(fileTroubleInWords(error)).toBe(`${at('full')} cannot be written (${code}): ${cause}`)
})

test('too few file descriptors are described, and other errors are not', () => {
  const error = Object.assign(new Error(), { code: 'EMFILE', syscall: 'open', path: '/x' })
  expect(fileTroubleInWords(error)).toBe(
    '/x cannot be opened (EMFILE): this process may not open more files; raise the limit (ulimit -n)',
  )
  for (const other of [new Error('x'), Object.assign(new Error(), { code: 'ENOENT' }), undefined, 'text'])
    expect(fileTroubleInWords(other)).toBeUndefined()
})
