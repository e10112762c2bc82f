/** The phases of a run. */
export type RunPhase = 'planning' | 'sending' | 'minimising' | 'writing'
