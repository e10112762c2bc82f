import { describe, expect, test } from 'vitest'
import { expectGolden } from '../tests/golden-file.ts'
import { examples } from './examples.golden.ts'
import { type Format, formats, renderers, terminal } from './index.ts'

const extensions = {
  html: 'html',
  json: 'json',
  junit: 'xml',
  markdown: 'md',
  terminal: 'txt',
  ctrf: 'ctrf.json',
  har: 'har',
  github: 'github.txt',
  badge: 'svg',
  ndjson: 'ndjson',
} as const satisfies Record<Format, string>
const folder = new URL('./golden/', import.meta.url)

describe.each(Object.entries(examples))('a run that is %s', (name, example) => {
  test.each(formats)('looks as in the golden file as %s', (format) => {
    expectGolden(new URL(`${name}.${extensions[format]}`, folder), renderers[format](example()))
  })
})

test('colour adds escape sequences of ours and nothing else', () => {
  const painted = terminal(examples.nonconforming(), { colour: true })
  expect(painted).toContain('\x1b[31m')
  expect(painted.replace(/\x1b\[\d+m/g, '')).toBe(terminal(examples.nonconforming()))
})
