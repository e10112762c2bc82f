import type { Listening } from './servers.ts'

/** A target that means no good. */
export interface Hostile {
  /** What it does, as the end of "a target that …". */
  readonly name: string
  readonly start: () => Promise<Listening>
  /** The area it is asked about; messages where it says nothing. */
  readonly area?: 'messages' | 'token-usage' | 'content-generation' | 'images'
  /** The exit status it earns; inconclusive where it says nothing. */
  readonly status?: 1 | 3
  /** What the verdict's reason or the limits say. */
  readonly says?: RegExp
}
