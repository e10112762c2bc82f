import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UsageError } from '../model/usage-error.ts'
import { parseArguments } from './arguments.ts'
import { command } from './command.ts'

const example = command({
  name: 'run',
  summary: '',
  usage: 'run [URL]',
  positionals: 1,
  options: {
    seed: { type: 'string', value: 'N', help: '' },
    area: { type: 'string', value: 'LIST', multiple: true, help: '' },
    strict: { type: 'boolean', help: '' },
  },
  run: async () => 0,
})

test('options and arguments are read in any order, with = or without', () => {
  const parsed = parseArguments(example, ['--area', 'a', 'http://x', '--seed=7', '--strict', '--area=b'])
  expect(parsed).toEqual({
    positionals: ['http://x'],
    values: { area: ['a', 'b'], seed: '7', strict: true },
    wantsHelp: false,
  })
})

test('a value may begin with a dash', () => {
  expect(parseArguments(example, ['--seed', '-5']).values).toEqual({ seed: '-5' })
  expect(parseArguments(example, ['--seed=--strict']).values).toEqual({ seed: '--strict' })
})

test('help is found wherever it stands', () => {
  expect(parseArguments(example, ['--seed', '1', '--help']).wantsHelp).toBe(true)
  expect(parseArguments(example, ['-h']).wantsHelp).toBe(true)
})

test.each([
  [['--sede', '7'], 'mgi run has no option --sede (did you mean "--seed"?); see mgi run --help'],
  [['--config', 'x'], 'mgi run has no option --config; see mgi run --help'],
  [['-s'], 'mgi run has no option -s; see mgi run --help'],
  [['--seed'], '--seed needs a value: --seed N'],
  [['--seed', '--strict'], '--seed needs a value: --seed N'],
  [['--seed='], '--seed needs a value: --seed N'],
  [['--strict=yes'], '--strict takes no value, but was given "yes"'],
  [['--seed', '1', '--seed', '2'], '--seed was given twice; give it once'],
  [['a', 'b'], 'unexpected argument "b"; usage: mgi run [URL]'],
  [['--no-strict'], 'mgi run has no option --no-strict (did you mean "--strict"?); see mgi run --help'],
  [['--constructor'], 'mgi run has no option --constructor; see mgi run --help'],
])('%j is rejected with a remedy', (args, message) => {
  expect(() => parseArguments(example, args)).toThrow(new UsageError(message))
})

test('any arguments are read or rejected as misuse', () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom('--', '-', '--seed', '--strict', '--area', '--=', '-abc', '--seed=1'),
  )
  fc.assert(
    fc.property(fc.array(word), (args) => {
      try {
        parseArguments(example, args)
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError)
      }
    }),
  )
})
