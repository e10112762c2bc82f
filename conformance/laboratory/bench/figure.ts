/** A measured figure and its goal. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The goal; absent for a figure that is only reported. */
  readonly goal?: { readonly at: 'least' | 'most'; readonly value: number }
  /** The values from which it was computed. */
  readonly detail: string
}

/** Formats a figure as one line. */
export function lineOf({ name, value, unit, goal, detail }: Figure): string {
  const shown = `${rounded(value)}${unit === '' ? '' : ` ${unit}`}`
  return `${name}: ${shown}${goal === undefined ? '' : `  (goal: at ${goal.at} ${goal.value}, ${isMet({ value, goal }) ? 'reached' : 'MISSED'})`}\n    ${detail}`
}

/** Returns whether a figure meets its goal. */
export function isMet({ value, goal }: Pick<Figure, 'value' | 'goal'>): boolean {
  if (goal === undefined) return true
  return goal.at === 'least' ? value >= goal.value : value <= goal.value
}

/** Returns the median of several measurements. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function rounded(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2)
}
