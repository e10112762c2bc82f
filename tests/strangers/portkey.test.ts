import { portkeys } from './portkey.ts'
import { judgesRightly } from './stranger.ts'

for (const portkey of portkeys) judgesRightly(portkey)
