/** Formats a duration: `0.4 ms`, `31 ms`, `1.2 s`. */
export function milliseconds(value: number): string {
  if (value < 10) return `${Number(value.toFixed(1))} ms`
  return value < 1000 ? `${Math.round(value)} ms` : `${Number((value / 1000).toFixed(value < 10_000 ? 2 : 1))} s`
}
