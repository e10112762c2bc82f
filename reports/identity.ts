import { formsInWords } from '../conformance/core/model/credential.ts'
import { isInternalAddress } from '../conformance/core/model/internal-address.ts'
import type { EffectiveConfig, Report } from '../conformance/core/model/report.ts'
import { counted } from '../conformance/core/text/counted.ts'

/** The verb for each source of exchanges. */
const deeds = {
  runner: 'tested',
  proxy: 'judged traffic proxied to',
  har: 'judged recorded traffic of',
  evidence: 'judged the recorded evidence of',
} as const satisfies Record<Report['source'], string>

/** Returns the name of the target, for example `Acme Gateway 4.2 (http://127.0.0.1:4000)`. */
export function targetName({ target }: Pick<Report, 'target'>): string {
  const { url, embedded, label, version } = target
  const name = label ?? (embedded ? 'the embedded reference server' : undefined)
  if (name === undefined) return version === undefined ? url : `${url} (version ${version})`
  return `${name}${version === undefined ? '' : ` ${version}`} (${url})`
}

/**
 * Returns the name of the target for others, for example `Acme Gateway 4.2`: its label, or else its address, unless that is
 * an internal one.
 */
export function publicName({ target }: Pick<Report, 'target'>): string {
  const { url, embedded, label, version } = target
  const address = isInternalAddress(url) ? 'a gateway without a name' : url
  const name = label ?? (embedded ? 'the embedded reference server' : address)
  return version === undefined ? name : `${name} ${version}`
}

/** Returns the specification by which a report judges, with the edition, for example `…, edition 2026-12`. */
export function specificationName({ specification, edition }: Pick<Report, 'specification' | 'edition'>): string {
  return edition === undefined ? specification.title : `${specification.title}, edition ${edition}`
}

/** Returns the base URLs of areas elsewhere, for example ` (images at https://images.example)`. */
export function baseUrlsInWords({ baseUrls = {} }: Pick<EffectiveConfig, 'baseUrls'>): string {
  const places = Object.entries(baseUrls).map(([area, url]) => `${area} at ${url}`)
  return places.length === 0 ? '' : ` (${places.join(', ')})`
}

/** Lists the settings that deviate from the specification. */
export function departuresOf({ config = {} }: { readonly config?: Departing }): readonly string[] {
  const { credential = {}, baseUrls = {} } = config
  return [
    ...Object.entries(credential).map(([area, form]) => `the key of ${area} is sent as the ${formsInWords[form]}`),
    ...Object.entries(baseUrls).map(([area, url]) => `the area ${area} is tested at ${url}`),
  ]
}

type Departing = Pick<EffectiveConfig, 'credential' | 'baseUrls'>

/** Returns what the suite did, for example `tested`. */
export function actionInWords({ source }: Report): string {
  return deeds[source]
}

/**
 * Returns the settings of a run, for example `profile standard, seed 1, strict; `. Recorded traffic has no plan and
 * therefore no settings.
 */
export function runSettings({ source, profile, seed, strict }: Report): string {
  const planned = source === 'har' || source === 'proxy' ? [] : [`profile ${profile}`, `seed ${seed}`]
  const settings = [...planned, ...(strict ? ['strict'] : [])]
  return settings.length === 0 ? '' : `${settings.join(', ')}; `
}

/** The time in a report on recordings without times. */
const notRecorded = '1970-01-01T00:00:00.000Z'

/** Returns the start of the run, for example `2026-11-21 10:00:00 UTC`. */
export function whenOf({ startedAt }: Pick<Report, 'startedAt'>): string {
  if (startedAt === notRecorded) return 'an unknown date'
  return startedAt.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')
}

/**
 * Returns the cost of a run, for example `312 requests and 9 image downloads in 41.2 s; 98 model calls and 4 images
 * accepted`, how often the same request was not served and served, and the characters that were rejected.
 */
export function effortOf({ summary, durationMs, traffic = [] }: Report): string {
  const { requests, downloads = 0, billed } = summary
  const asked = counted(requests - downloads, 'request')
  const sent = downloads > 0 ? `${asked} and ${counted(downloads, 'image download')}` : asked
  const spent = `${counted(billed.calls, 'model call')} and ${counted(billed.images, 'image')} accepted`
  return `${sent} in ${seconds(durationMs)}; ${spent}${unsteadinessOf(traffic)}${charactersRejectedOf(traffic)}`
}

/** Returns, for example, `; 3 requests were rejected or failed 4 of 9 times, and were served at other times`. */
function unsteadinessOf(traffic: NonNullable<Report['traffic']>): string {
  const all = traffic.flatMap(({ servedSometimes }) => servedSometimes ?? [])
  if (all.length === 0) return ''
  const total = (of: (one: (typeof all)[number]) => number) => all.reduce((sum, one) => sum + of(one), 0)
  const requests = total((one) => one.requests)
  const were = requests === 1 ? 'was' : 'were'
  const times = `${total(({ unserved }) => unserved)} of ${total(({ attempts }) => attempts)} times`
  const only = all.flatMap((one) => one.only ?? [])
  const when = only.length === 0 ? '' : ` (${[...new Set(only)].join('; ')})`
  return `; ${counted(requests, 'request')} ${were} rejected or failed ${times}, and ${were} served at other times${when}`
}

/** Returns, for example, `; all 9 requests with characters beyond the Basic Multilingual Plane were rejected`. */
function charactersRejectedOf(traffic: NonNullable<Report['traffic']>): string {
  const counts = new Map<string, number>()
  for (const { characters, requests } of traffic.flatMap(({ charactersRejected = [] }) => charactersRejected))
    counts.set(characters, (counts.get(characters) ?? 0) + requests)
  const told = [...counts].map(([characters, count]) => {
    const which = count === 1 ? 'the only request' : `all ${count} requests`
    return `; ${which} with ${characters} ${count === 1 ? 'was' : 'were'} rejected`
  })
  return told.length === 0 ? '' : `${told.join('')}, which is not specified`
}

/** Formats a duration, for example `0.4 s` or `312 s`. */
export function seconds(milliseconds: number): string {
  const value = milliseconds / 1000
  return `${value < 100 ? value.toFixed(1) : Math.round(value)} s`
}

/** Makes a text a sentence, with a capital letter (unless it begins with an address) and a full stop. */
export function sentenceOf(text: string): string {
  const isAddress = /^https?:/i.test(text)
  return `${isAddress ? text.charAt(0) : text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
