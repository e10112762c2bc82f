import { parseArgs } from 'node:util'
import { MissingPackages } from '../../../reference-server/published.ts'
import { hung, wrapped } from '../../../reports/terminal/columns.ts'
import { fileTroubleInWords } from '../../core/files/file-trouble.ts'
import { toolIdentity } from '../../core/files/tool-identity.ts'
import { suggestion } from '../../core/text/nearest.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import { visibleLine } from '../../core/text/visible.ts'
import { createRedactor } from '../../engine/record/evidence/redact.ts'
import type { Labelled } from '../../engine/record/evidence/secret-spellings.ts'
import { done, exitCode } from '../report/exit-code.ts'
import type { Command, OptionSpec, Values } from './command.ts'
import { commands as allCommands, type CommandEntry } from './commands.ts'
import type { Io } from './io.ts'

/** Runs a command line and returns the exit status. Never throws. */
export async function runCli(
  args: readonly string[],
  io: Io,
  commands: readonly CommandEntry[] = allCommands,
): Promise<number> {
  try {
    return await dispatch(args, io, commands)
  } catch (error) {
    return failure(error, io, args)
  }
}

async function dispatch(
  [first, ...rest]: readonly string[],
  io: Io,
  commands: readonly CommandEntry[],
): Promise<number> {
  const wholeHelp = overview(commands.map(({ name, summary }) => [name, summary]))
  if (first === undefined) return printed(io.stderr, wholeHelp, exitCode.misuse)
  if (['--version', '-V', '-v', 'version'].includes(first)) return printed(io.stdout, `${toolIdentity().version}\n`)
  if (first === '--help' || first === '-h' || (first === 'help' && rest.length === 0))
    return printed(io.stdout, wholeHelp)
  if (first === 'help') return dispatch([rest[0]!, '--help'], io, commands)
  const command = await commandNamed(first, commands).load()
  const { positionals, values, wantsHelp } = parseArguments(command, rest)
  if (wantsHelp) return printed(io.stdout, commandHelp(command))
  return command.run({ positionals, values, io })
}

function commandNamed(name: string, commands: readonly CommandEntry[]): CommandEntry {
  const found = commands.find((candidate) => candidate.name === name)
  if (found !== undefined) return found
  const names = commands.map((candidate) => candidate.name)
  throw new UsageError(`unknown command "${name}"${suggestion(name, names)}; see mgi --help`)
}

function printed(output: Io['stdout'], text: string, status: number = done): number {
  output.write(text)
  return status
}

/** The most characters of an internal error that are printed. It may quote anything. */
const longestError = 300

/**
 * Prints an error as one line, and an internal error without the keys of the command. Adds a stack trace only for internal
 * errors, and only if MGI_DEBUG is set.
 */
export function failure(
  error: unknown,
  { stderr, env }: Pick<Io, 'stderr' | 'env'>,
  args: readonly string[] = [],
): number {
  const message = visibleLine(error instanceof Error ? error.message : String(error))
  const quoted = createRedactor(keysIn(args, env))
  if (error instanceof UsageError || error instanceof MissingPackages) {
    const more = error instanceof UsageError ? error.more : []
    const lines = [message, ...more.map(visibleLine)].map(quoted.text)
    return printed(stderr, lines.map((line) => `mgi: ${line}\n`).join(''), exitCode.misuse)
  }
  const trouble = fileTroubleInWords(error)
  if (trouble !== undefined)
    return printed(stderr, `mgi: ${quoted.text(visibleLine(trouble))}\n`, exitCode.inconclusive)
  const { text } = createRedactor(secretsIn(args, env))
  const redacted = text(message)
  const shown = redacted.length > longestError ? `${redacted.slice(0, longestError)}…` : redacted
  stderr.write(`mgi: internal error: ${shown} (MGI_DEBUG=1 shows where)\n`)
  if (env['MGI_DEBUG'] === '1' && error instanceof Error) stderr.write(`${text(error.stack ?? '')}\n`)
  return exitCode.inconclusive
}

/**
 * Returns the keys of a command line and of the variables that commands read. A usage error may quote one as another
 * argument. An option after `--key` is no key.
 */
function keysIn(args: readonly string[], env: Io['env']): readonly Labelled[] {
  const given = givenKeys(args).filter((key) => !key.startsWith('--'))
  return labelled([...given, env['MGI_API_KEY'] ?? '', env['MGI_UPSTREAM_KEY'] ?? ''])
}

/** Returns the keys of a command line, and all values of the environment that are named like keys. */
function secretsIn(args: readonly string[], env: Io['env']): readonly Labelled[] {
  const inEnv = Object.entries(env).flatMap(([name, value]) =>
    /key|token|secret|passw/i.test(name) && value !== undefined ? [value] : [],
  )
  return labelled([...givenKeys(args), ...inEnv])
}

function givenKeys(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, at) => {
    const option = /^--(?:upstream-)?key(?:=(.*))?$/s.exec(arg)
    return option === null ? [] : [option[1] ?? args[at + 1] ?? '']
  })
}

function labelled(values: readonly string[]): readonly Labelled[] {
  return values.map((value) => ({ label: '«key»', value }))
}

/** The arguments after the name of the command. */
interface ParsedArguments {
  readonly positionals: readonly string[]
  readonly values: Values
  readonly wantsHelp: boolean
}

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value: string | undefined
  readonly inlineValue: boolean | undefined
}

/** Reads a command line. Throws a `UsageError` for an unknown option or argument. */
export function parseArguments(command: Command, args: readonly string[]): ParsedArguments {
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }])),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const values: Record<string, string | boolean | string[]> = {}
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    if (token.name === 'help' || token.name === 'h') return { positionals, values: {}, wantsHelp: true }
    take(command, token, values)
  }
  const [surplus] = positionals.slice(command.positionals)
  if (surplus !== undefined) throw new UsageError(`unexpected argument "${surplus}"; usage: mgi ${command.usage}`)
  return { positionals, values: values as Values, wantsHelp: false }
}

function take(command: Command, token: OptionToken, values: Record<string, string | boolean | string[]>): void {
  const { name, rawName } = token
  const spec = Object.hasOwn(command.options, name) && rawName.startsWith('--') ? command.options[name] : undefined
  if (spec === undefined) throw unknownOption(command, token)
  const value = givenValue(spec, token)
  const former = values[name]
  if (spec.multiple === true) values[name] = [...((former as string[] | undefined) ?? []), value as string]
  else if (former !== undefined) throw new UsageError(`${rawName} was given twice; give it once`)
  else values[name] = value
}

function givenValue(
  { type, value: placeholder }: OptionSpec,
  { rawName, value, inlineValue }: OptionToken,
): string | boolean {
  if (type === 'boolean') {
    if (value === undefined) return true
    throw new UsageError(`${rawName} takes no value, but was given "${value}"`)
  }
  if (value === undefined || value === '' || (value.startsWith('--') && inlineValue !== true))
    throw new UsageError(`${rawName} needs a value: ${rawName} ${placeholder ?? 'VALUE'}`)
  return value
}

function unknownOption(command: Command, { rawName }: OptionToken): UsageError {
  const known = Object.keys(command.options).map((name) => `--${name}`)
  const near = suggestion(rawName, known)
  return new UsageError(`mgi ${command.name} has no option ${rawName}${near}; see mgi ${command.name} --help`)
}

/** The width of help in columns, which is the default width of terminals. */
const width = 80

function commandHelp(command: Command): string {
  const options = [...Object.entries(command.options), ['help', showsHelp] as const]
  const groups = new Set(options.map(([, { group }]) => group))
  const lines = [
    `Usage: mgi ${command.usage}`,
    '',
    ...wrapped(command.summary, width),
    ...[...groups].flatMap((group) => ['', `${group ?? 'Options'}:`, ...optionRows(options, group)]),
    ...(command.notes === undefined
      ? []
      : ['', ...command.notes.flatMap((note) => (note.length <= width ? [note] : wrapped(note, width)))]),
  ]
  return `${lines.join('\n')}\n`
}

const showsHelp: OptionSpec = { type: 'boolean', help: 'Show this help.' }

type Options = readonly (readonly [name: string, spec: OptionSpec])[]

function optionRows(options: Options, wanted: string | undefined): readonly string[] {
  const rows = options.filter(([, { group }]) => group === wanted)
  return columns(rows.map(([name, spec]) => [optionUsage(name, spec), spec.help]))
}

/** Returns the output of `mgi --help`. */
function overview(commands: readonly (readonly [name: string, summary: string])[]): string {
  const lines = [
    'Usage: mgi COMMAND [OPTION …]',
    '',
    ...wrapped('Tests whether a model gateway conforms to the Model Gateway Interface specification.', width),
    '',
    'Commands:',
    ...columns(commands),
    '',
    'Options:',
    ...columns([
      ['--help', 'Show this help; after a command, the help of that command.'],
      ['--version', 'Show the version; also -v.'],
    ]),
    '',
    ...wrapped('Exit status: 0 conforming, 1 nonconforming, 2 usage error, 3 inconclusive, 130 interrupted.', width),
  ]
  return `${lines.join('\n')}\n`
}

function optionUsage(name: string, { type, value = 'VALUE' }: OptionSpec): string {
  return type === 'boolean' ? `--${name}` : `--${name} ${value}`
}

/** The maximum width of the left column. A longer text has its own line. */
const widestLeft = 22

/** Renders rows of two columns. The right one is wrapped. */
function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const left = Math.min(widestLeft, Math.max(...rows.map(([first]) => first.length)))
  const room = width - left - 4
  return rows.flatMap(([first, second]) => {
    const label = `  ${first.padEnd(left)}  `
    const text = wrapped(second, room)
    return first.length <= left ? hung(label, text) : [`  ${first}`, ...hung(' '.repeat(left + 4), text)]
  })
}
