import { MissingPackages } from '../../reference-server/load-app.ts'
import { visibleLine } from '../../reports/visible.ts'
import { toolIdentity } from '../files/tool-identity.ts'
import { suggestion } from '../model/nearest.ts'
import { UsageError } from '../model/usage-error.ts'
import { done, exitCode } from '../report/exit-code.ts'
import { parseArguments } from './arguments.ts'
import { commands as allCommands, type CommandEntry } from './commands.ts'
import { commandHelp, overview } from './help.ts'
import type { Io } from './io.ts'

/** Does what a command line asks for and answers with the exit status. Never throws. */
export async function runCli(
  args: readonly string[],
  io: Io,
  commands: readonly CommandEntry[] = allCommands,
): Promise<number> {
  try {
    return await dispatch(args, io, commands)
  } catch (error) {
    return failure(error, io)
  }
}

async function dispatch(
  [first, ...rest]: readonly string[],
  io: Io,
  commands: readonly CommandEntry[],
): Promise<number> {
  const wholeHelp = overview(commands.map(({ name, summary }) => [name, summary]))
  if (first === undefined) return said(io.stderr, wholeHelp, exitCode.misuse)
  if (first === '--version' || first === '-V') return said(io.stdout, `${toolIdentity().version}\n`)
  if (first === '--help' || first === '-h' || (first === 'help' && rest.length === 0)) return said(io.stdout, wholeHelp)
  if (first === 'help') return dispatch([rest[0]!, '--help'], io, commands)
  const command = await commandNamed(first, commands).load()
  const { positionals, values, wantsHelp } = parseArguments(command, rest)
  if (wantsHelp) return said(io.stdout, commandHelp(command))
  return command.run({ positionals, values, io })
}

function commandNamed(name: string, commands: readonly CommandEntry[]): CommandEntry {
  const found = commands.find((candidate) => candidate.name === name)
  if (found !== undefined) return found
  const names = commands.map((candidate) => candidate.name)
  throw new UsageError(`there is no command "${name}"${suggestion(name, names)}; see mgi --help`)
}

function said(output: Io['stdout'], text: string, status: number = done): number {
  output.write(text)
  return status
}

/** The user's errors are one helpful line each; ours are one line too, with a trace only for those who ask for it. */
export function failure(error: unknown, { stderr, env }: Pick<Io, 'stderr' | 'env'>): number {
  const message = visibleLine(error instanceof Error ? error.message : String(error))
  if (error instanceof UsageError || error instanceof MissingPackages) {
    const more = error instanceof UsageError ? error.more : []
    const lines = [message, ...more.map(visibleLine)]
    return said(stderr, lines.map((line) => `mgi: ${line}\n`).join(''), exitCode.misuse)
  }
  stderr.write(`mgi: internal error: ${message} (MGI_DEBUG=1 shows where)\n`)
  if (env['MGI_DEBUG'] === '1' && error instanceof Error) stderr.write(`${error.stack}\n`)
  return exitCode.inconclusive
}
