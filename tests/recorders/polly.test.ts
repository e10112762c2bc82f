import { describeRecorder } from './claims.ts'
import { nodeReady } from './programs.ts'

describeRecorder({
  name: 'Polly.JS',
  ready: async () => nodeReady('polly.js', (folder) => [folder], '.har'),
  // It records no body for a form with a file.
  lost: ['images.edit'],
  fixture: 'polly.har',
})
