import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import type { DataName } from '../compiled-data.ts'
import { readData } from './compiled-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'mgi-data-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function read(name: DataName, text: string): unknown {
  writeFileSync(join(folder, `${name}.yaml`), text)
  return readData(name, pathToFileURL(`${folder}/`))
}

function mapWith(row: string): string {
  return `- number: '1'\n  title: t\n  parts:\n    - title: p\n      rows:\n        - ${row}\n`
}

test.each<[string, DataName, string, string]>([
  [
    'a member of a row that is misspelt',
    'specification-map',
    mapWith('{ says: a, requirements: [b], beside: c }'),
    'specification-map.yaml:6:11: there is no member "beside"',
  ],
  [
    'a row that is judged and excluded',
    'specification-map',
    mapWith('{ says: a, requirements: [b], excluded: c }'),
    'must match exactly one schema',
  ],
  ['a row that is neither', 'specification-map', mapWith('says: a'), "must have required property 'requirements'"],
  [
    'a section number without quotes',
    'specification-map',
    mapWith('{ says: a, excluded: c }').replace("'1'", '1'),
    'specification-map.yaml:1:3: must be string',
  ],
  ['an interpretation of no known area', 'interpretations', 'X1: text\n', 'must match pattern'],
  [
    'a defect that was seen nowhere',
    'known-defects',
    '- { number: 1, says: a }\n',
    "must have required property 'seenIn'",
  ],
])('%s is an error that names its place', (_, name, text, message) => {
  expect(() => read(name, text)).toThrow(message)
})

test('a defect that nothing judges has no faults and no requirements', () => {
  const [defect] = read('known-defects', '- { number: 1, says: a, seenIn: [b], excuse: c }\n') as unknown[]
  expect(defect).toEqual({ number: 1, says: 'a', seenIn: ['b'], faults: [], requirements: [], excuse: 'c' })
})
