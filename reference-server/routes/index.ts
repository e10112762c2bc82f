import type { Route } from '../route.ts'
import contentGeneration from './content-generation.ts'
import images from './images.ts'
import messages from './messages.ts'
import tokenUsage from './token-usage.ts'

/** The routes of all endpoints of section 4. */
export const routes: readonly Route[] = [...images, ...tokenUsage, ...contentGeneration, ...messages]
