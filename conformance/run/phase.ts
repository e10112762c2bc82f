/** What a run does at the moment. */
export type RunPhase = 'planning' | 'sending' | 'minimising' | 'writing'
