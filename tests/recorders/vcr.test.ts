import { describeRecorder } from './claims.ts'
import { rubyReady } from './programs.ts'

describeRecorder({ name: 'VCR', ready: rubyReady, fixture: 'vcr.yml' })
