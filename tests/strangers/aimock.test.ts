import { aimocks } from './aimock.ts'
import { judgesRightly } from './stranger.ts'

for (const aimock of aimocks) judgesRightly(aimock)
