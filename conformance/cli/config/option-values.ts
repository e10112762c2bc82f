import { dirname, resolve } from 'node:path'
import type { Values } from '../command.ts'
import type { runOptionSpecs } from '../run/options/options.ts'
import type { LoadedConfig } from './config.ts'

type RunValues = Values<typeof runOptionSpecs>

/** What a config file says in the words of the command line. `known failures` are not among them: they may be inline. */
export function optionValues({ config, file }: LoadedConfig): RunValues {
  const { areas, requirements, profile, reporters, out } = config
  const { seed, concurrency, rate, timeout, maxRequests, maxBilled, maxTime } = config
  const numbers = {
    ...{ seed, concurrency, rate, timeout },
    ...{ 'max-requests': maxRequests, 'max-billed': maxBilled, 'max-time': maxTime },
  }
  const given = Object.entries(numbers).filter((entry): entry is [string, number] => entry[1] !== undefined)
  return {
    ...(areas === undefined ? {} : { area: areas }),
    ...(requirements === undefined ? {} : { requirement: requirements }),
    ...(profile === undefined ? {} : { profile }),
    ...(reporters === undefined ? {} : { reporter: reporters }),
    ...(out === undefined ? {} : { out: resolve(dirname(file), out) }),
    ...Object.fromEntries(given.map(([name, number]) => [name, String(number)])),
  }
}
