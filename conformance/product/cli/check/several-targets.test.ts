import { expect, test } from 'vitest'
import { exitCode } from '../../report/exit-code.ts'
import { forTarget, namesOfTargets, overall } from './several-targets.ts'

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

test.each([
  [exitCode.conforming, 'All: no new failure in the recordings of any host'],
  [exitCode.nonconforming, 'All: nonconforming: at least one host is nonconforming'],
  [exitCode.inconclusive, 'All: inconclusive: at least one host is inconclusive, or a report could not be written'],
])('the last line for the worst status %i is true of every such host', (status, words) => {
  const summary = { verdict: 'no-new-failure', reason: 'r', requests: 1 } as const
  const good = { target: 'https://a.example', summary, status: exitCode.conforming }
  expect(overall([good, { ...good, target: 'https://b.example', status }]).at(-1)).toBe(words)
})
