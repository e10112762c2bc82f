import { describeRecorder } from './claims.ts'
import { nodeReady } from './programs.ts'

for (const client of ['fetch', 'http']) {
  describeRecorder({
    name: `nock, ${client}`,
    ready: async () => nodeReady('nock.js', (folder) => [`${folder}/cassette.json`, client], 'cassette.json'),
    fixture: `nock-${client}.json`,
  })
}
