import { describeRecorder } from './claims.ts'
import { pythonReady } from './programs.ts'

describeRecorder({
  name: 'betamax',
  ready: (home) => pythonReady(home, 'betamax_cassette.py', (folder) => [folder, 'cassette'], 'cassette.json'),
  // It decodes bodies as UTF-8 and replaces invalid bytes, which changes the image in the form.
  lost: ['images.edit'],
  fixture: 'betamax.json',
})
