import { visibleLine } from '../../../core/text/visible.ts'
import { isCassette } from '../../../engine/record/cassette/read-cassette.ts'
import type { OpenRecording } from '../../../engine/record/har/open-recording.ts'
import type { Survey, Surveyed } from '../../../engine/record/har/survey.ts'
import { type Addressed, gatewaysIn, type IsKnown } from '../../../engine/record/har/target.ts'
import { specifiedUrl, type Vendor, vendors } from '../../../engine/record/har/vendors.ts'
import type { HarOptions } from './frame.ts'

/** The base URLs of the gateways in a recording, or the reason why it contains nothing to judge. */
export type TargetsIn = { readonly targets: readonly string[] } | UnjudgedRecording

/** A recording without anything to judge. */
export interface UnjudgedRecording {
  readonly problem: string
  /**
   * The hosts of its entries, those of the most entries first, if none of them is a request to an operation. If an
   * option reads some of them, only the hosts of those.
   */
  readonly hosts?: readonly string[]
  /** The first operation and query that only its query keeps from being one of the specification, in words. */
  readonly query?: string
  /** The option with which its entries are requests to operations. */
  readonly option?: string
  /** The target of the user, if none of its entries is below it. */
  readonly below?: string
}

/** Returns the reason why a recording cannot be judged. */
export function problemOf(file: string, recording: OpenRecording | { readonly problem: string }): string | undefined {
  if ('problem' in recording)
    return visibleLine(recording.problem.startsWith(file) ? recording.problem : `${file} ${recording.problem}`)
  const { entries, unreadable, isWhole, problem, creator } = recording.survey
  const rejected = (why: string) => visibleLine(`${file} ${why}; export the traffic as HAR 1.2 again`)
  if (problem !== undefined) return rejected(`is not a HAR: ${problem}`)
  if (entries.length > 0) return undefined
  if (!isWhole) return rejected('is cut off before its first entry ends')
  if (isCassette(creator)) {
    const what = unreadable === 0 ? 'interactions' : 'requests, so nothing shows what its responses answer'
    return visibleLine(`${file} is a cassette of ${creator} without ${what}`)
  }
  return rejected(unreadable === 0 ? 'is a HAR without entries' : 'is a HAR without readable entries')
}

export function notBelow(file: string, survey: Survey, target: string): UnjudgedRecording {
  const problem = `no entry of ${file} is below the target ${target}${hostsIn(survey)}; name it with --target URL`
  const hosts = countedHosts(survey.entries).map(([host]) => visibleLine(host))
  return { problem: visibleLine(problem), below: target, hosts }
}

/** Returns the base URLs of the gateways in a recording. Base URLs of areas in the config belong to their gateway. */
export function gatewaysOf(
  file: string,
  survey: Survey,
  { isKnown, vocabulary, vendors: own }: { readonly isKnown: IsKnown } & Pick<HarOptions, 'vocabulary' | 'vendors'>,
): TargetsIn {
  const all = gatewaysIn(survey.entries, isKnown).map(([base]) => base)
  const ofAreas = new Set<string>(Object.values(vocabulary.baseUrls ?? {}))
  const others = all.filter((base) => !ofAreas.has(base))
  if (all.length > 0) return { targets: others.length === 0 ? all : others }
  const vendor = vendorFor(survey.entries, isKnown, own)
  const option = vendor === undefined ? undefined : `--vendor-headers ${[...own, vendor].join(',')}`
  const query = option === undefined ? otherQueryIn(survey.entries, isKnown) : undefined
  const advice =
    option === undefined
      ? (query ?? 'name the gateway with --target URL if it is among them')
      : `read them with ${option}`
  const read =
    vendor === undefined
      ? survey.entries
      : survey.entries.filter((entry) => vendorFor([entry], isKnown, own) === vendor)
  return {
    problem: visibleLine(
      `no entry of ${file} is a request to an operation of the specification${hostsIn(survey)}; ${advice}`,
    ),
    hosts: countedHosts(read).map(([host]) => visibleLine(host)),
    ...(query === undefined ? {} : { query }),
    ...(option === undefined ? {} : { option }),
  }
}

/**
 * Returns, in words, the query because of which a request to the path of an operation is none of the specification.
 * Section 4 lists the parameters, and a stream of content generation without `alt=sse` is unspecified.
 */
export function otherQueryIn(entries: readonly Addressed[], isKnown: IsKnown): string | undefined {
  for (const entry of entries) {
    if (gatewaysIn([entry], isKnown).length > 0) continue
    const [path, query = ''] = specifiedUrl(entry.url.split('#')[0]!, vendors).split(/\?(.*)/s)
    const isOperation = (suffix: string) => gatewaysIn([{ ...entry, url: `${path}${suffix}` }], isKnown).length > 0
    const forms = ['', '?alt=sse'].filter(isOperation)
    if (forms.length === 0) continue
    const name = /[^/:]*$/.exec(path!)![0]
    const names = [...new URLSearchParams(query).keys()].filter((one) => one !== 'key' && one !== 'alt')
    if (names.length > 0)
      return visibleLine(`the specification lists no query parameter ${names[0]!.slice(0, 40)} of ${name}`)
    if (forms.includes('?alt=sse')) return visibleLine(`the specification describes ${name} only with alt=sse`)
    return visibleLine(`the specification describes ${name} only without alt`)
  }
  return undefined
}

/** Returns the vendor whose usual paths make a request to an operation of an entry. */
export function vendorFor(entries: readonly Surveyed[], isKnown: IsKnown, own: readonly Vendor[]): Vendor | undefined {
  const others = entries.filter((entry) => gatewaysIn([entry], isKnown).length === 0)
  return vendors.find((vendor) => {
    if (own.includes(vendor)) return false
    const read = others.map((entry) => ({ ...entry, url: specifiedUrl(entry.url, [...own, vendor]) }))
    return gatewaysIn(read, isKnown).length > 0
  })
}

/** Lists the hosts of a HAR, starting with the most entries, as the end of a sentence. */
function hostsIn(survey: Survey): string {
  const counts = countedHosts(survey.entries)
  const listed = counts.slice(0, 4).map(([host, count]) => `${host} (${count})`)
  return listed.length === 0 ? '' : `: its entries are of ${listed.join(', ')}${counts.length > 4 ? ' and others' : ''}`
}

function countedHosts(entries: readonly Surveyed[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const { url } of entries) {
    // A recorder may have replaced the host by a placeholder.
    const host = URL.canParse(url)
      ? new URL(url).origin
      : (/^(?:https?:\/\/)?[^/]{1,60}/i.exec(url)?.[0] ?? 'elsewhere')
    counts.set(host, (counts.get(host) ?? 0) + 1)
  }
  return [...counts].sort(([, one], [, other]) => other - one)
}
