/** Which gateway was judged. */
export interface TestedTarget {
  readonly url: string
  /** True if it was the reference server inside of the suite. */
  readonly embedded: boolean
  /** What its owner calls it, and which version of it that was; absent where nobody said. */
  readonly label?: string
  readonly version?: string
}

/** The longest label or version. */
export const longestLabel = 200
