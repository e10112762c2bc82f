import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { examples } from '../../../reports/examples.fixture.ts'
import { type Format, fileNames, renderers } from '../../../reports/index.ts'
import { removedInWords, removeFormerReports } from './former-reports.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'former-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const usual = (Object.entries(fileNames) as [Format, string | null][]).flatMap(([format, name]) =>
  name === null ? [] : [{ format, name }],
)

test('reports of an earlier run are removed unless they are overwritten', () => {
  for (const { format, name } of usual) writeFileSync(join(folder, name), renderers[format](examples.nonconforming()))
  writeFileSync(join(folder, 'exchanges.ndjson'), 'model-gateway-conformance 0.1.0')
  writeFileSync(join(folder, 'notes.md'), 'model-gateway-conformance 0.1.0')
  const html = { format: 'html', file: join(folder, 'report.html'), name: 'report.html' } as const
  const removed = removeFormerReports(folder, [html])
  expect([...removed].sort()).toEqual(
    usual
      .map(({ name }) => name)
      .filter((name) => name !== 'report.html')
      .sort(),
  )
  expect(readdirSync(folder).sort()).toEqual(['exchanges.ndjson', 'notes.md', 'report.html'])
})

test('other files, folders and links with a report name are kept', () => {
  writeFileSync(join(folder, 'report.md'), '# Sales in October\n')
  mkdirSync(join(folder, 'junit.xml'))
  writeFileSync(join(folder, 'mine'), renderers.badge(examples.conforming()))
  symlinkSync(join(folder, 'mine'), join(folder, 'badge.svg'))
  expect(removeFormerReports(folder, [])).toEqual([])
  expect(readdirSync(folder).sort()).toEqual(['badge.svg', 'junit.xml', 'mine', 'report.md'])
})

test('a report written to the folder through a link is kept', () => {
  writeFileSync(join(folder, 'report.md'), renderers.markdown(examples.conforming()))
  symlinkSync(folder, join(folder, 'way'))
  const elsewhere = { format: 'markdown', file: join(folder, 'way/report.md'), name: 'way/report.md' } as const
  expect(removeFormerReports(folder, [{ ...elsewhere, isElsewhere: true }])).toEqual([])
})

test('the text lists removed reports, and is undefined without any', () => {
  expect(removedInWords(['report.md', 'badge.svg'])).toBe('removed report.md, badge.svg of an earlier run')
  expect(removedInWords([])).toBeUndefined()
})
