import { expect, test } from 'vitest'
import { UsageError } from '../../../../core/text/usage-error.ts'
import { runOptionSpecs } from './options.ts'
import { assertCompatible } from './run-options.ts'

const reaching = [
  ...['out', 'config', 'key', 'plugin', 'quiet', 'timeout', 'allow-origin'],
  ...['ca', 'cert', 'cert-key', 'insecure', 'proxy', 'upstream', 'upstream-host', 'upstream-key'],
]

test.each(reaching)('--%s is allowed with --replay', (name) => {
  expect(Object.keys(runOptionSpecs)).toContain(name)
  expect(() => assertCompatible({ replay: 'case', [name]: 'x' })).not.toThrow()
})

const others = Object.keys(runOptionSpecs).filter((name) => ![...reaching, 'replay', 'plan'].includes(name))

test.each(others)('--%s is rejected with --replay because it has no effect', (name) => {
  expect(() => assertCompatible({ replay: 'case', [name]: 'x' })).toThrow(
    new UsageError(`--replay sends one case again and writes no reports, so --${name} would do nothing; leave it out`),
  )
})

test('all options without effect are named', () => {
  expect(() => assertCompatible({ replay: 'case', area: ['images'], reporter: ['html'], out: 'x' })).toThrow(
    '--replay sends one case again and writes no reports, so --area, --reporter would do nothing; leave them out',
  )
})
