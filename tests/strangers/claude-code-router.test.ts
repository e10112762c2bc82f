import { claudeCodeRouter } from './claude-code-router.ts'
import { judgesRightly } from './stranger.ts'

judgesRightly(claudeCodeRouter)
