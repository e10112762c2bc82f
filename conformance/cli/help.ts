import type { Command, OptionSpec } from './command.ts'

/** What `mgi COMMAND --help` prints. */
export function commandHelp(command: Command): string {
  const options = Object.entries(command.options).map(([name, spec]) => [optionUsage(name, spec), spec.help] as const)
  const lines = [
    `Usage: mgi ${command.usage}`,
    '',
    command.summary,
    '',
    'Options:',
    ...columns([...options, ['--help', 'Say this.']]),
    ...(command.notes === undefined ? [] : ['', ...command.notes]),
  ]
  return `${lines.join('\n')}\n`
}

/** What `mgi --help` prints. */
export function overview(commands: readonly (readonly [name: string, summary: string])[]): string {
  const lines = [
    'Usage: mgi COMMAND [OPTION …]',
    '',
    'Judges whether a model gateway does what the Model Gateway Interface document says.',
    '',
    'Commands:',
    ...columns(commands),
    '',
    'Options:',
    ...columns([
      ['--help', 'Say this; after a command, explain the command.'],
      ['--version', 'Print the version.'],
    ]),
    '',
    'Exit status: 0 conforming, 1 nonconforming, 2 misuse, 3 inconclusive, 130 interrupted.',
  ]
  return `${lines.join('\n')}\n`
}

function optionUsage(name: string, { type, value = 'VALUE' }: OptionSpec): string {
  return type === 'boolean' ? `--${name}` : `--${name} ${value}`
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
