import { runOptionSpecs } from '../run/options/options.ts'

const { plan: _plan, replay: _replay, shard: _shard, 'write-known-failures': _list, ...ofRun } = runOptionSpecs

/** The options of `mgi watch`: those of a run that is made again and again. */
export const watchOptionSpecs = {
  ...ofRun,
  watch: {
    type: 'string',
    value: 'PATH',
    multiple: true,
    help: 'A file or folder of the gateway: what failed runs again when it changes; repeatable.',
  },
} as const
