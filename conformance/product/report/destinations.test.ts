import { linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { fileNames, formats } from '../../../reports/index.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import { withSummary } from '../cli/report/reporting.ts'
import { destinationsOf } from './destinations.ts'

const cwd = mkdtempSync(join(tmpdir(), 'destinations-'))
afterAll(() => rmSync(cwd, { recursive: true }))
const out = join(cwd, 'out')
writeFileSync(join(cwd, 'a-file'), '')
writeFileSync(join(cwd, 'evidence'), '')
writeFileSync(join(cwd, 'package.json'), '{ "devDependencies": { "model-gateway-conformance": "^0.1.0" } }')
linkSync(join(cwd, 'evidence'), join(cwd, 'another-name'))
symlinkSync(join(cwd, 'evidence'), join(cwd, 'a-link'))
mkdirSync(join(cwd, 'a-folder'))
mkdirSync(out)
symlinkSync(join(cwd, 'nowhere'), join(cwd, 'a-dangling-link'))
symlinkSync(join(cwd, 'a-file'), join(out, 'report.md'))
const places = { out, cwd, kept: [join(cwd, 'evidence')] }
const files = (...texts: string[]) => destinationsOf(texts, places).map(({ file }) => file)

test('reports go to the output folder, a given path or standard output', () => {
  expect(destinationsOf(undefined, places).map(({ file }) => file)).toEqual(
    ['results.json', 'report.html', 'junit.xml'].map((name) => join(out, name)),
  )
  expect(files('html,junit=ci/deep/j.xml', 'markdown=-')).toEqual([
    join(out, 'report.html'),
    join(cwd, 'ci/deep/j.xml'),
    null,
  ])
  expect(files('json=/tmp/x=y.json')).toEqual(['/tmp/x=y.json'])
  expect(files('html,html', 'html')).toEqual([join(out, 'report.html')])
})

test('only results in JSON replace the results of a run, and nothing replaces its evidence', () => {
  const tool = '"tool": {"name": "model-gateway-conformance"}'
  writeFileSync(join(cwd, 'old.json'), `{ "formatVersion": 2, ${tool} }`)
  writeFileSync(join(cwd, 'old.ndjson'), `{"kind":"header",${tool}}\n`)
  expect(files('json=old.json')).toEqual([join(cwd, 'old.json')])
  expect(() => files('html=old.json')).toThrow('the file has the results of a run; move it, or name another file')
  expect(() => files('json=old.ndjson')).toThrow('the file has the evidence of a run')
})

test('every format has its own file name', () => {
  const places = Object.values(fileNames).filter((name) => name !== null)
  expect(new Set(places).size).toBe(places.length)
  expect(Object.keys(fileNames).sort()).toEqual([...formats].sort())
})

test.each([
  ['pdf', '--reporter pdf: expected one of html, json,'],
  ['jnuit=x', 'did you mean "junit"?'],
  ['Html', 'did you mean "html"?'],
  ['', 'expected one of'],
  ['html,', 'expected one of'],
  ['junit=', '--reporter junit=: name a file after the =, or - for standard output'],
  ['json=x,ctrf=x', 'json and ctrf would both go to x; name another file'],
  ['json=x,ctrf=./y/../x', 'json and ctrf would both go to x; name another file'],
  ['json=out/junit.xml,junit', 'json and junit would both go to out/junit.xml; name another file'],
  ['json=-,markdown=-', 'json and markdown would both go to standard output'],
  ['terminal,json=-', 'terminal and json would both go to standard output'],
  ['html=a-folder', '--reporter html=a-folder: it is a folder; name a file'],
  ['html=new/', '--reporter html=new/: it is a folder; name a file'],
  ['html=a-file/x/y.html', 'a-file is not a folder; name another file'],
  ['json=package.json', '--reporter json=package.json: the file was not written by mgi; move it, or name another file'],
  ['har=evidence', 'a report would overwrite its own source'],
  ['har=another-name', 'a report would overwrite its own source'],
  ['har=a-link', 'a report would overwrite its own source'],
  [
    'json=/dev/null',
    '--reporter json=/dev/null: it is not a regular file; use - for standard output, or name another file',
  ],
  ['json=a-dangling-link', '--reporter json=a-dangling-link: it is not a regular file; use - for standard output'],
  ['markdown', 'report.md: it is not a regular file; move it, or name another folder with --out'],
])('--reporter %s is rejected', (text, message) => {
  expect(() => files(text)).toThrow(message)
  expect(() => files(text)).toThrow(UsageError)
})

test('a file report without an output folder needs a path', () => {
  const nowhere = { ...places, out: undefined }
  expect(() => destinationsOf(['html'], nowhere)).toThrow('choose its place with --out DIR, or --reporter html=PATH')
  expect(destinationsOf(['html=x.html', 'github'], nowhere)).toHaveLength(2)
})

test('a path resolves to itself or is rejected, and no file is written', () => {
  const before = readdirSync(cwd)
  const path = fc.stringMatching(/^[\w.][\w./-]{0,12}$/)
  fc.assert(
    fc.property(fc.constantFrom(...formats), path, (format, text) => {
      try {
        expect(files(`${format}=${text}`)).toEqual([resolve(cwd, text)])
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError)
      }
    }),
  )
  expect(readdirSync(cwd)).toEqual(before)
})

test('the summary is printed unless a report uses standard output', () => {
  const shown = (text: string, printed = {}) =>
    withSummary(destinationsOf([text], places), printed).map(({ format }) => format)
  expect(shown('html')).toEqual(['html', 'terminal'])
  expect(shown('html', { quiet: true })).toEqual(['html'])
  expect(shown('html', { verbose: true })).toEqual(['html', 'text'])
  expect(shown('json=-')).toEqual(['json'])
  expect(shown('github')).toEqual(['github', 'terminal'])
  expect(shown('terminal')).toEqual(['terminal'])
  expect(shown('terminal', { quiet: true })).toEqual(['terminal'])
  expect(shown('terminal=x.txt')).toEqual(['terminal', 'terminal'])
})
