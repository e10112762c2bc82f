import type { Listening } from '../servers.ts'

/** A hostile target. */
export interface Hostile {
  /** The behaviour of the target, as the end of the sentence "a target that …". */
  readonly name: string
  readonly start: () => Promise<Listening>
  /** The area under test, by default token usage. */
  readonly area?: 'messages' | 'token-usage' | 'content-generation' | 'images'
  /** True to run in a separate process and measure its memory. */
  readonly isHeavy?: true
  /** The expected exit status, by default 3 (inconclusive). */
  readonly status?: 1 | 3
  /**
   * The only requirements that a run may report as failed, if it has the time to detect that. The exit status is then
   * 1, otherwise 3.
   */
  readonly mayBreak?: RegExp
  /** Timeouts in seconds of an exchange and of all sending, if the default is too short. */
  readonly patience?: { readonly exchange: number; readonly run: number }
  /** A pattern that the verdict's reason, its limits or standard error match. */
  readonly says?: RegExp
}
