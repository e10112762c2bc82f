import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examples } from '../../../reports/examples.fixture.ts'
import { renderers } from '../../../reports/index.ts'
import { matrix, matrixFormats, matrixRenderers } from '../../../reports/matrix/index.ts'
import { capturedIo } from '../../product/cli/captured-io.fixture.ts'
import { runCli } from '../../product/cli/run-cli.ts'
import { isForeign, isOurs } from './own-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'own-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

function written(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

describe.each(Object.entries(examples))('files of a run that is %s', (name, example) => {
  test.each(Object.entries(renderers))('the %s report is recognised as a file of mgi', (format, render) => {
    expect(isOurs(written(`${name}.${format}`, render(example())))).toBe(true)
  })
})

test.each(matrixFormats)('a %s comparison is recognised as a file of mgi', (format) => {
  const reports = [examples.conforming(), examples.nonconforming()].map((report) => ({ name: 'one', report }))
  expect(isForeign(written(`matrix.${format}`, matrixRenderers[format](matrix(reports))))).toBe(false)
})

test('a large HTML comparison is recognised as a file of mgi', () => {
  const report = examples.nonconforming()
  const requirements = Array.from({ length: 300 }, (_, index) =>
    report.requirements.map((one) => ({ ...one, id: `${one.id}-${index}` })),
  ).flat()
  const reports = ['one', 'other'].map((name) => ({ name, report: { ...report, requirements } }))
  expect(isForeign(written('large.html', matrixRenderers.html(matrix(reports))))).toBe(false)
})

test.each([
  ['package.json', '{ "devDependencies": { "model-gateway-conformance": "^0.1.0" } }'],
  ['mgi.config.yaml', '# $schema=./node_modules/model-gateway-conformance/schemas/config/config.json'],
  ['data.json', '[1, 2, 3]'],
])('%s of a user is not recognised as a file of mgi', (name, text) => {
  expect(isForeign(written(name, text))).toBe(true)
})

test('empty and missing files may be overwritten', () => {
  expect(isForeign(written('empty', ''))).toBe(false)
  expect(isForeign(join(folder, 'nowhere'))).toBe(false)
})

describe('commands that write to a folder with a user file', () => {
  beforeAll(() => {
    written('good.json', renderers.json(examples.conforming()))
  })

  test.each([
    ['run --plan', 'results.json'],
    ['run --plan', 'junit.xml'],
    ['run --plan', 'exchanges.ndjson'],
    ['run --plan', 'counterexamples.json'],
    ['report ../good.json', 'report.html'],
    ['proxy --target http://127.0.0.1:9', 'exchanges.ndjson'],
    ['selftest', 'selftest.json'],
  ])('mgi %s does not change %s', async (line, name) => {
    const cwd = mkdtempSync(join(folder, 'cwd-'))
    writeFileSync(join(cwd, name), 'mine')
    const io = capturedIo({ cwd })
    expect(await runCli([...line.split(' '), '--out', '.'], io)).toBe(2)
    expect(io.err()).toContain('not written by mgi; move')
    expect(readdirSync(cwd)).toEqual([name])
    expect(readFileSync(join(cwd, name), 'utf8')).toBe('mine')
  })

  test.each(['compare', 'diff'])('mgi %s does not change a user file named by --reporter', async (name) => {
    const file = written('notes.md', '# Notes')
    const io = capturedIo({ cwd: folder })
    expect(await runCli([name, 'good.json', 'good.json', '--reporter', 'markdown=notes.md'], io)).toBe(2)
    expect(io.err()).toBe(
      'mgi: --reporter markdown=notes.md: the file was not written by mgi; move it, or name another file\n',
    )
    expect(readFileSync(file, 'utf8')).toBe('# Notes')
  })
})
