import { nonceReader } from '../nonces.ts'
import { messageView } from './message-view.ts'

export const { noncesOf, isReplyToAnother } = nonceReader((seen) => messageView(seen)?.texts ?? [])
