import { faults, longestCycle, readWish, startReferenceServer } from '../../../reference-server/index.ts'
import { command } from '../command.ts'
import { done } from '../exit-code.ts'
import { suggestion } from '../nearest.ts'
import { anySeed, wholeNumber } from '../options/numbers.ts'
import { UsageError } from '../usage-error.ts'
import { untilAborted } from './until-aborted.ts'

/** Starts the reference server and keeps it until the user has had enough. */
export const serveCommand = command({
  name: 'serve',
  summary: 'Starts the reference server: the whole document, kept exactly, but for the faults asked for.',
  usage: 'serve [OPTION …]',
  positionals: 0,
  options: {
    port: { type: 'string', value: 'N', help: 'Where to listen; 0 is any free port (default 0).' },
    host: { type: 'string', value: 'H', help: 'The address to listen on (default 127.0.0.1).' },
    key: { type: 'string', value: 'K', multiple: true, help: 'A key to let in; repeatable (default test-key).' },
    fault: { type: 'string', value: 'ID', multiple: true, help: 'A deliberate defect to have; repeatable.' },
    'fault-seed': {
      type: 'string',
      value: 'N',
      help: 'What the requests that ID@N/M breaks are drawn from (default 1).',
    },
  },
  notes: [
    'ID@N/M is a fault that shows now and then: in N of every M requests whose answer it can break, such as ID@1/5.',
    'mgi faults lists the ids and the requirements that each breaks.',
    'Prints its base URL as one line once it listens, and ends on SIGINT or SIGTERM.',
  ],
  async run({ values, io }) {
    for (const text of values.fault ?? []) assertFault(text)
    const faultSeed = wholeNumber('fault-seed', values['fault-seed'], anySeed)
    if (faultSeed !== undefined && values.fault?.some((text) => text.includes('@')) !== true)
      throw new UsageError('--fault-seed speaks of faults that show now and then; give one as --fault ID@N/M')
    const server = await started({
      port: wholeNumber('port', values.port, { least: 0, most: 65_535 }) ?? 0,
      host: values.host ?? '127.0.0.1',
      faults: values.fault ?? [],
      ...(faultSeed === undefined ? {} : { faultSeed }),
      ...(values.key === undefined ? {} : { keys: values.key }),
    })
    io.stdout.write(`${server.url}\n`)
    await untilAborted(io.signal)
    await server.close()
    return done
  },
})

function assertFault(text: string): void {
  const wish = readWish(text)
  if (wish === undefined)
    throw new UsageError(
      `--fault ${text}: after the @ stands N/M, N of every M requests with M at most ${longestCycle}, such as @1/5`,
    )
  if (!faults.has(wish.id))
    throw new UsageError(`there is no fault "${wish.id}"${suggestion(wish.id, faults.keys())}; mgi faults lists them`)
}

async function started(
  options: NonNullable<Parameters<typeof startReferenceServer>[0]>,
): ReturnType<typeof startReferenceServer> {
  try {
    return await startReferenceServer(options)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EADDRINUSE')
      throw new UsageError(`port ${options.port} is taken; give another --port, or 0 for any free one`)
    if (code === 'EACCES') throw new UsageError(`port ${options.port} is not for this user; give a --port from 1024 on`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new UsageError(`--host ${options.host} is no address of this machine; try 127.0.0.1`)
    throw error
  }
}
