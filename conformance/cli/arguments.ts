import { parseArgs } from 'node:util'
import { suggestion } from '../model/nearest.ts'
import { UsageError } from '../model/usage-error.ts'
import type { Command, OptionSpec, Values } from './command.ts'

/** What the user wrote after the command's name. */
export interface ParsedArguments {
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

/** Reads a command line. What the command does not know is a `UsageError`, never ignored. */
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
    if (isHelp(token)) return { positionals, values: {}, wantsHelp: true }
    take(command, token, values)
  }
  const [surplus] = positionals.slice(command.positionals)
  if (surplus !== undefined) throw new UsageError(`unexpected argument "${surplus}"; usage: mgi ${command.usage}`)
  return { positionals, values: values as Values, wantsHelp: false }
}

function isHelp({ name }: OptionToken): boolean {
  return name === 'help' || name === 'h'
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
