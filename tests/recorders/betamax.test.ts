import { describeRecorder } from './claims.ts'
import { pythonReady } from './programs.ts'

describeRecorder({
  name: 'betamax',
  ready: (home) => pythonReady(home, 'betamax_cassette.py', (folder) => [folder, 'cassette'], 'cassette.json'),
  // It decodes bodies as UTF-8 and replaces the rest, so that the form has another image.
  lost: ['images.edit'],
  fixture: 'betamax.json',
})
