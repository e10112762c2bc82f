import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Returns the files that a file loads at once: those of its imports that are neither dynamic nor of types only. */
function loadedBy(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8')
  const found = text.matchAll(/^(?:import|export) (?!type )(?:[\w*{][^'";]*? from )?'(\.[^']+\.ts)'$/gm)
  return [...found].map(([, path = '']) => join(dirname(file), path))
}

test('a run without --upstream loads nothing of it', () => {
  const seen = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    for (const other of loadedBy(file)) visit(other)
  }
  visit(join(root, 'conformance/product/cli/run/command.ts'))
  visit(join(root, 'conformance/product/cli/run/run-with-progress.ts'))
  const own = [join(root, 'conformance/product/upstream'), join(root, 'reference-server/upstream')]
  expect(own.flatMap((folder) => readdirSync(folder)).length).toBeGreaterThan(0)
  expect(seen.size).toBeGreaterThan(50)
  expect([...seen].filter((file) => own.some((folder) => file.startsWith(folder)))).toEqual([])
})
