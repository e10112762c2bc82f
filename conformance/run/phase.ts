/** What a run does at the moment. */
export type RunPhase = 'planning' | 'sending' | 'isolating' | 'shrinking' | 'writing'
