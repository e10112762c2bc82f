import { describeRecorder } from './claims.ts'
import { goReady } from './programs.ts'

describeRecorder({ name: 'go-vcr', ready: goReady, fixture: 'go-vcr.yaml' })
