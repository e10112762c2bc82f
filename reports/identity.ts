import type { Report } from '../conformance/model/report.ts'

/** What each source of exchanges did with its target. */
const deeds = {
  runner: 'tested',
  proxy: 'judged the traffic it passed on to',
  har: 'judged recorded traffic of',
  evidence: 'judged again the evidence of',
} as const satisfies Record<Report['source'], string>

/** What was judged, for example `the embedded reference server (http://127.0.0.1:4000)`. */
export function subjectOf({ target }: Report): string {
  return target.embedded ? `the embedded reference server (${target.url})` : target.url
}

/** What the suite did, for example `tested`. */
export function deedOf({ source }: Report): string {
  return deeds[source]
}

/** The settings of the run in words, for example `profile standard, seed 1, strict; `; recorded traffic had no plan. */
export function settingsOf({ source, profile, seed, strict }: Report): string {
  const planned = source === 'har' || source === 'proxy' ? [] : [`profile ${profile}`, `seed ${seed}`]
  const settings = [...planned, ...(strict ? ['strict'] : [])]
  return settings.length === 0 ? '' : `${settings.join(', ')}; `
}

/** When the run began, for example `2026-11-21 10:00:00 UTC`. */
export function whenOf({ startedAt }: Report): string {
  return startedAt.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')
}

/** What was sent and what it cost, for example `312 requests in 41.2 s; 98 model calls and 4 images accepted`. */
export function effortOf({ summary, durationMs }: Report): string {
  const { requests, billed } = summary
  const spent = `${counted(billed.calls, 'model call')} and ${counted(billed.images, 'image')} accepted`
  return `${counted(requests, 'request')} in ${seconds(durationMs)}; ${spent}`
}

/** `1 request`, `2 requests`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** `0.4 s`, `312 s`. */
export function seconds(milliseconds: number): string {
  const value = milliseconds / 1000
  return `${value < 100 ? value.toFixed(1) : Math.round(value)} s`
}
