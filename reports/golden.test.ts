import { describe, expect, test } from 'vitest'
import { expectGolden } from '../tests/golden-file.ts'
import { examples } from './examples.fixture.ts'
import { type Format, fileNames, formats, renderers, terminal, text } from './index.ts'

/** The extensions of golden files that differ from those of their formats. */
const extensions: { readonly [Name in Format]?: string } = { terminal: 'terminal.txt', ctrf: 'ctrf.json' }

function extensionOf(format: Format): string {
  return extensions[format] ?? fileNames[format]?.replace(/^[^.]*\./, '') ?? `${format}.txt`
}

const folder = new URL('./golden/', import.meta.url)

describe.each(Object.entries(examples))('a run that is %s', (name, example) => {
  test.each(formats)('matches the golden file as %s', (format) => {
    expectGolden(new URL(`${name}.${extensionOf(format)}`, folder), renderers[format](example()))
  })
})

test('colour adds only SGR escape sequences', () => {
  for (const render of [terminal, text]) {
    const painted = render(examples.nonconforming(), { colour: true })
    expect(painted).toContain('\x1b[31m')
    expect(painted.replace(/\x1b\[\d+m/g, '')).toBe(render(examples.nonconforming()))
  }
})
