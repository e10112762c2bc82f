import { basename, dirname, resolve, win32 } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileNamesFor, isFileName, pathInFolder } from './file-names.ts'

const odd = [
  ...['', '.', '..', '...', '/', '\\', 'a/../b', '../../etc/passwd', '..\\..\\x', '/etc/passwd', 'C:\\x', 'C:x'],
  ...['\0', 'a\0b', 'a\nb', 'CON', 'con.txt', 'NUL', 'COM1', 'lpt9.log', 'aux.', 'name.', 'name ', ' ', '. .', '-rf'],
  ...['~', '$HOME', '%2e%2e', '%2e%2e%2f', 'é', 'ＣＯＮ', '‥', '∕', '\u202e', '💥', '.git', 'a:b', 'a?b*'],
  ...['x'.repeat(5_000), `${'x'.repeat(99)}.`, 'Host', 'host', 'HOST', 'previous', 'a.example_v1'],
]
const names = fc.oneof(
  fc.constantFrom(...odd),
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...odd, '/', '\\', '.', '..'), { maxLength: 5 }).map((parts) => parts.join('/')),
)

test('every name in data becomes the name of one file in the folder', () => {
  fc.assert(
    fc.property(fc.array(names, { maxLength: 8 }), (list) => {
      for (const name of fileNamesFor(list)) {
        expect(isFileName(name)).toBe(true)
        expect(dirname(resolve('/out', name))).toBe('/out')
        expect([basename(name), win32.basename(name)]).toEqual([name, name])
        expect(Buffer.byteLength(name)).toBeLessThan(200)
      }
    }),
  )
})

test('the file names differ where case is ignored, and from those that are taken', () => {
  fc.assert(
    fc.property(fc.array(names, { maxLength: 8 }), fc.array(fc.constantFrom(...odd)), (list, taken) => {
      const all = [...fileNamesFor(list, taken), ...new Set(taken.map((one) => one.toLowerCase()))]
      expect(new Set(all.map((one) => one.toLowerCase())).size).toBe(all.length)
    }),
  )
})

test('a name in data that is read leads to a file in its folder, or nowhere', () => {
  fc.assert(
    fc.property(names, (name) => {
      const path = pathInFolder('/recordings', name)
      if (path !== undefined) expect([dirname(path), basename(path)]).toEqual(['/recordings', name])
    }),
  )
})

test.each(['a.example_v1', 'b.example_8080', '3f2a0c.json', '_'])('%s stays as it is', (name) => {
  expect(fileNamesFor([name])).toEqual([name])
  expect(pathInFolder('/recordings', name)).toBe(`/recordings/${name}`)
})

test.each(odd.filter((name) => /[/\\\0]|^\.*$/.test(name)))('%j is not read as a file', (name) => {
  expect(pathInFolder('/recordings', name)).toBeUndefined()
})
