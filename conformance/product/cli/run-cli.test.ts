import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toolIdentity } from '../../core/files/tool-identity.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import { capturedIo } from './captured-io.fixture.ts'
import { command } from './command.ts'
import { commands as allCommands, type CommandEntry } from './commands.ts'
import { failure, parseArguments, runCli } from './run-cli.ts'

function commandThat(does: () => Promise<number>): readonly CommandEntry[] {
  const example = command({
    name: 'try',
    summary: 'Tries.',
    usage: 'try [OPTION …]',
    positionals: 0,
    options: { hard: { type: 'boolean', help: 'Try hard.' } },
    run: does,
  })
  return [{ name: 'try', summary: 'Tries.', load: async () => example }]
}

async function mgi(args: readonly string[], commands?: readonly CommandEntry[], env: Record<string, string> = {}) {
  const io = capturedIo({ env })
  return { status: await runCli(args, io, commands), out: io.out(), err: io.err() }
}

test('--version prints the version of the package', async () => {
  expect(await mgi(['--version'])).toEqual({ status: 0, out: `${toolIdentity().version}\n`, err: '' })
})

test('--help prints help with status 0, and no arguments print it with status 2', async () => {
  const asked = await mgi(['--help'])
  expect(asked).toMatchObject({ status: 0, err: '' })
  expect(await mgi([])).toEqual({ status: 2, out: '', err: asked.out })
  expect(await mgi(['help'])).toEqual(asked)
})

test('a command prints its own help', async () => {
  const explained = await mgi(
    ['try', '--help'],
    commandThat(async () => 1),
  )
  expect(explained).toMatchObject({ status: 0, err: '' })
  expect(explained.out).toContain('--hard  Try hard.')
  expect(
    await mgi(
      ['help', 'try'],
      commandThat(async () => 1),
    ),
  ).toEqual(explained)
})

test('the exit status is that of the command', async () => {
  expect(
    (
      await mgi(
        ['try'],
        commandThat(async () => 1),
      )
    ).status,
  ).toBe(1)
})

test('a usage error prints one line and has status 2', async () => {
  const misused = commandThat(async () => {
    throw new UsageError('--hard x: not like that')
  })
  expect(await mgi(['try'], misused)).toEqual({ status: 2, out: '', err: 'mgi: --hard x: not like that\n' })
})

test('an internal error is printed without keys, and is cut', () => {
  const key = 'sk-Qm7xT2vNf9LzRb4WcYd81HjKpa'
  for (const [args, env] of [
    [['run', '--key', key], {}],
    [['run', `--key=${key}`], {}],
    [[], { MGI_API_KEY: key }],
  ] as const) {
    const io = capturedIo({ env })
    failure(new Error(`bad ${key} ${'x'.repeat(5_000)}`), io, args)
    expect(io.err()).toMatch(/^mgi: internal error: bad «key» x+… \(MGI_DEBUG=1 shows where\)\n$/)
    expect(io.err().length).toBeLessThan(400)
  }
})

test('a usage error that quotes a key as another argument is printed without it', () => {
  const key = 'sk-Qm7xT2vNf9LzRb4WcYd81HjKpa'
  for (const [args, env] of [
    [['run', key, '--key', key], {}],
    [['run', key], { MGI_API_KEY: key }],
    [['run', key], { MGI_UPSTREAM_KEY: key }],
  ] as const) {
    const io = capturedIo({ env })
    failure(new UsageError(`unexpected argument "${key}"`, [`--area ${key}`]), io, args)
    expect(io.err()).toBe('mgi: unexpected argument "«key»"\nmgi: --area «key»\n')
  }
  const io = capturedIo()
  failure(new UsageError('--key: give a value before --profile'), io, ['run', '--key', '--profile'])
  expect(io.err()).toBe('mgi: --key: give a value before --profile\n')
})

test('an internal error prints one line with status 3, and a trace only with MGI_DEBUG', async () => {
  const broken = commandThat(async () => {
    throw new TypeError('x is not a function')
  })
  const line = 'mgi: internal error: x is not a function (MGI_DEBUG=1 shows where)\n'
  expect(await mgi(['try'], broken)).toEqual({ status: 3, out: '', err: line })
  const traced = await mgi(['try'], broken, { MGI_DEBUG: '1' })
  expect(traced.err.startsWith(`${line}TypeError: x is not a function\n    at `)).toBe(true)
})

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

test('options and arguments are read in any order, with or without =', () => {
  const parsed = parseArguments(example, ['--area', 'a', 'http://x', '--seed=7', '--strict', '--area=b'])
  expect(parsed).toEqual({
    positionals: ['http://x'],
    values: { area: ['a', 'b'], seed: '7', strict: true },
    wantsHelp: false,
  })
})

test('an option value may start with a dash', () => {
  expect(parseArguments(example, ['--seed', '-5']).values).toEqual({ seed: '-5' })
  expect(parseArguments(example, ['--seed=--strict']).values).toEqual({ seed: '--strict' })
})

test('--help is found at any position', () => {
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

test('any arguments are parsed or rejected as a usage error', () => {
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

test.each(allCommands.map(({ name }) => name))('the help of %s breaks lines only between words', async (name) => {
  const { options } = await allCommands.find((one) => one.name === name)!.load()
  const io = capturedIo()
  await runCli([name, '--help'], io)
  const shown = new Set(io.out().split(/\s+/))
  const words = Object.values(options).flatMap(({ help }) => help.split(' '))
  expect(words.filter((word) => !shown.has(word))).toEqual([])
})

test.each(['--version', '-V', '-v', 'version'])('%s prints the version', async (option) => {
  const io = capturedIo()
  expect(await runCli([option], io)).toBe(0)
  expect(io.out()).toMatch(/^\d+\.\d+\.\d+\S*\n$/)
})
