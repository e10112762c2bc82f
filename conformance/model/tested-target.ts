/** Which gateway was judged. */
export interface TestedTarget {
  readonly url: string
  /** True if it was the reference server inside of the suite. */
  readonly embedded: boolean
  /** The name and version that its owner gave; absent if there are none. */
  readonly label?: string
  readonly version?: string
}

/** The longest label or version. */
export const longestLabel = 200
