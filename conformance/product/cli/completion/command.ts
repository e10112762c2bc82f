import { UsageError } from '../../../core/text/usage-error.ts'
import { done } from '../../report/exit-code.ts'
import { type Command, command, type OptionSpec } from '../command.ts'
import { type CommandEntry, commands } from '../commands.ts'

type Completed = Pick<CommandEntry, 'name' | 'summary'> & Pick<Command, 'options'>

const scripts = { bash, zsh, fish } as const satisfies Record<string, (commands: readonly Completed[]) => string>

const shells = Object.keys(scripts) as (keyof typeof scripts)[]

export const completionCommand = command({
  name: 'completion',
  summary: 'Prints a shell completion script for commands, options and their values.',
  usage: `completion ${shells.join('|')}`,
  positionals: 1,
  options: {},
  notes: [
    'bash: eval "$(mgi completion bash)" in ~/.bashrc',
    'zsh: eval "$(mgi completion zsh)" in ~/.zshrc, after compinit',
    'fish: mgi completion fish > ~/.config/fish/completions/mgi.fish',
  ],
  async run({ positionals: [wanted], io }) {
    const shell = shells.find((one) => one === wanted)
    if (shell === undefined)
      throw new UsageError(`completion ${wanted ?? ''}: name the shell: ${shells.join(', ')}`.replace(' :', ':'))
    const all = await Promise.all(
      commands.map(async ({ name, summary, load }) => ({ name, summary, options: (await load()).options })),
    )
    io.stdout.write(scripts[shell](all))
    return done
  },
})

function bash(commands: readonly Completed[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  const cases = commands.map(({ name, options }) => {
    const words = optionsOf(options).map(([option]) => `--${option}`)
    return `    ${name}) options='${words.join(' ')}' ;;`
  })
  const values = commands.flatMap(({ name, options }) =>
    optionsOf(options).flatMap(([option, { choices }]) =>
      choices === undefined ? [] : [`    '${name} --${option}') choices='${choices.join(' ')}' ;;`],
    ),
  )
  return `# bash completion for mgi: eval "$(mgi completion bash)"
_mgi() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}" command="\${COMP_WORDS[1]}"
  local options='' choices=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${names} --help --version' -- "$current"))
    return
  fi
  case "$command" in
${cases.join('\n')}
  esac
  case "$command $before" in
${values.join('\n')}
  esac
  if [ -n "$choices" ]; then COMPREPLY=($(compgen -W "$choices" -- "$current"))
  elif [[ "$current" == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$current"))
  else COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _mgi mgi
`
}

function zsh(commands: readonly Completed[]): string {
  const list = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`)
  const cases = commands.map(({ name, options }) => {
    const specs = optionsOf(options).map(([option, spec]) => `        ${quoted(zshOption(option, spec))}`)
    return `    ${name})\n      _arguments \\\n${[...specs, "        '*:file:_files'"].join(' \\\n')}\n      ;;`
  })
  return `#compdef mgi
# zsh completion for mgi: eval "$(mgi completion zsh)"
_mgi() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
  esac
}
compdef _mgi mgi
`
}

function zshOption(name: string, { type, choices, help, multiple, value = 'value' }: OptionSpec): string {
  const action = choices === undefined ? '_files' : `(${choices.join(' ')})`
  const argument = type === 'boolean' ? '' : `:${value}:${action}`
  return `${multiple === true ? '*' : ''}--${name}[${help.replace(/[[\]\\:]/g, '\\$&')}]${argument}`
}

function fish(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ name, summary, options }) => [
    `complete -c mgi -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ...optionsOf(options).map(([option, { type, choices, help }]) => {
      const argument = type === 'boolean' ? '' : choices === undefined ? ' -r' : ` -x -a ${quoted(choices.join(' '))}`
      return `complete -c mgi -n '__fish_seen_subcommand_from ${name}' -l ${option}${argument} -d ${quoted(help)}`
    }),
  ])
  return `# fish completion for mgi: mgi completion fish | source\n${lines.join('\n')}\n`
}

function optionsOf(options: Completed['options']): readonly (readonly [string, OptionSpec])[] {
  return [...Object.entries(options), ['help', { type: 'boolean', help: 'Show the help of the command.' }]]
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
