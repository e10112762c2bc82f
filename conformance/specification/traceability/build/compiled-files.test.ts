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
    'a misspelt member of a row',
    'specification-map',
    mapWith('{ says: a, requirements: [b], beside: c }'),
    'specification-map.yaml:6:11: there is no member "beside"',
  ],
  [
    'a row with requirements and an exclusion',
    'specification-map',
    mapWith('{ says: a, requirements: [b], excluded: c }'),
    'must match exactly one schema',
  ],
  [
    'a row without requirements or an exclusion',
    'specification-map',
    mapWith('says: a'),
    "must have required property 'requirements'",
  ],
  [
    'a section number without quotes',
    'specification-map',
    mapWith('{ says: a, excluded: c }').replace("'1'", '1'),
    'specification-map.yaml:1:3: must be string',
  ],
  ['an interpretation of an unknown area', 'interpretations', 'X1: text\n', 'must match pattern'],
  [
    'a defect without the gateways it was seen in',
    'known-defects',
    '- { number: 1, says: a }\n',
    "must have required property 'seenIn'",
  ],
])('%s is an error with its position', (_, name, text, message) => {
  expect(() => read(name, text)).toThrow(message)
})

test('a defect without faults and requirements has empty lists', () => {
  const [defect] = read('known-defects', '- { number: 1, says: a, seenIn: [b], excuse: c }\n') as unknown[]
  expect(defect).toEqual({ number: 1, says: 'a', seenIn: ['b'], faults: [], requirements: [], excuse: 'c' })
})
