import { UsageError } from '../../model/usage-error.ts'
import { done } from '../../report/exit-code.ts'
import { command } from '../command.ts'
import { commands } from '../commands.ts'
import { scripts } from './scripts.ts'

const shells = Object.keys(scripts) as (keyof typeof scripts)[]

/** Prints what makes a shell complete commands, options and their values. */
export const completionCommand = command({
  name: 'completion',
  summary: 'Prints a script that makes a shell complete commands, options and their values.',
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
