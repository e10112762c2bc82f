const units: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600 }

/** Reads a time: `90` and `90s` are seconds, `10m` minutes and `2h` hours. Returns `undefined` for any other text. */
export function secondsOf(time: number | string | undefined): number | undefined {
  if (typeof time !== 'string') return time
  const [, count, unit = ''] = /^\+?(\d+\.?\d*|\.\d+)([smh]?)$/.exec(time) ?? []
  return count === undefined ? undefined : Number(count) * units[unit]!
}
