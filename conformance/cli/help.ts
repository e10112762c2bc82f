import { hung, wrapped } from '../../reports/terminal/columns.ts'
import type { Command, OptionSpec } from './command.ts'

/** How many columns help takes at most: that of a terminal nobody has widened. */
const width = 80

/** What `mgi COMMAND --help` prints. */
export function commandHelp(command: Command): string {
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

/** What `mgi --help` prints. */
export function overview(commands: readonly (readonly [name: string, summary: string])[]): string {
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
      ['--version', 'Show the version.'],
    ]),
    '',
    ...wrapped('Exit status: 0 conforming, 1 nonconforming, 2 usage error, 3 inconclusive, 130 interrupted.', width),
  ]
  return `${lines.join('\n')}\n`
}

function optionUsage(name: string, { type, value = 'VALUE' }: OptionSpec): string {
  return type === 'boolean' ? `--${name}` : `--${name} ${value}`
}

/** The widest left column; what is longer has a line to itself. */
const widestLeft = 22

/** Rows of two columns, of which the right one is broken between words. */
function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const left = Math.min(widestLeft, Math.max(...rows.map(([first]) => first.length)))
  const room = width - left - 4
  return rows.flatMap(([first, second]) => {
    const label = `  ${first.padEnd(left)}  `
    const text = wrapped(second, room)
    return first.length <= left ? hung(label, text) : [`  ${first}`, ...hung(' '.repeat(left + 4), text)]
  })
}
