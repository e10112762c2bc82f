import type { Listening } from '../servers.ts'

/** A target that means no good. */
export interface Hostile {
  /** What it does, as the end of "a target that …". */
  readonly name: string
  readonly start: () => Promise<Listening>
  /** The area it is asked about; token usage where it says nothing. */
  readonly area?: 'messages' | 'token-usage' | 'content-generation' | 'images'
  /** It is run against in a process of its own, whose memory is measured. */
  readonly isHeavy?: true
  /** The exit status it earns, inconclusive where it says nothing. */
  readonly status?: 1 | 3
  /** What it is found to break where a run has the time to see that, and nothing else; its exit status is 1 then, and 3 otherwise. */
  readonly mayBreak?: RegExp
  /** Seconds that one exchange, and sending altogether, may take, where it is not as short as for others. */
  readonly patience?: { readonly exchange: number; readonly run: number }
  /** What the verdict's reason, its limits or standard error say. */
  readonly says?: RegExp
}
