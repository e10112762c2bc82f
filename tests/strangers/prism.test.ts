import { prism } from './prism.ts'
import { judgesRightly } from './stranger.ts'

judgesRightly(prism)
