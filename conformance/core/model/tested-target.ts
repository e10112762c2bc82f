/** The gateway that was judged. */
export interface TestedTarget {
  readonly url: string
  /** True if it was the reference server in the suite's own process. */
  readonly embedded: boolean
  /** The name and version that the user gave; absent if there are none. */
  readonly label?: string
  readonly version?: string
}

/** The greatest length of a label or version, in characters. */
export const longestLabel = 200
