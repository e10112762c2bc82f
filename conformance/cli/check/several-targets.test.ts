import { expect, test } from 'vitest'
import { forTarget, namesOfTargets } from './several-targets.ts'

test('target names are unique', () => {
  expect(namesOfTargets(['https://a.example/v1', 'http://a.example/v1', 'https://b.example:8080'])).toEqual([
    'a.example_v1',
    'a.example_v1-2',
    'b.example_8080',
  ])
})

test('reports are written to a folder per target, or have its name before the extension', () => {
  const inside = { format: 'json', file: '/out/results.json', name: 'results.json' } as const
  const elsewhere = { format: 'junit', file: '/ci/junit.xml', name: 'ci/junit.xml', isElsewhere: true } as const
  expect(forTarget([inside, elsewhere, { format: 'text', file: null, name: '-' }], 'a')).toEqual([
    { ...inside, file: '/out/a/results.json', name: 'a/results.json' },
    { ...elsewhere, file: '/ci/junit.a.xml', name: 'ci/junit.a.xml' },
    { format: 'text', file: null, name: '-' },
  ])
})
