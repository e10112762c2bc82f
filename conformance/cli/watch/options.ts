import { inGroup } from '../command.ts'
import { runOptionSpecs } from '../run/options/options.ts'

const { plan: _plan, replay: _replay, shard: _shard, 'write-known-failures': _list, ...ofRun } = runOptionSpecs

/** The options of `mgi watch`: those of a run that is made again and again. */
export const watchOptionSpecs = {
  ...inGroup('Watching', {
    'on-change': {
      type: 'string',
      value: 'PATH',
      multiple: true,
      help: 'A file or folder of the gateway: what failed runs again when it changes; repeatable.',
    },
    restart: {
      type: 'string',
      value: 'CMD',
      help: 'The command that starts the gateway: started first, again when a file changes, stopped at the end.',
    },
    port: { type: 'string', value: 'N', help: 'The port of the page; 0 is any free port (default 0).' },
  }),
  ...ofRun,
} as const
