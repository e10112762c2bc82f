import { llms } from './llms.ts'
import { judgesRightly } from './stranger.ts'

judgesRightly(llms)
