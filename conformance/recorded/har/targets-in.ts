import { visibleLine } from '../../../reports/visible.ts'
import { isCassette } from '../../record/cassette/read-cassette.ts'
import type { OpenRecording } from '../../record/har/open-recording.ts'
import type { Survey } from '../../record/har/survey.ts'
import { gatewaysIn, type IsKnown } from '../../record/har/target.ts'
import type { HarOptions } from './frame.ts'

/** The base URLs of the gateways in a recording, or the reason why it contains nothing to judge. */
export type TargetsIn = { readonly targets: readonly string[] } | { readonly problem: string }

/** Returns the reason why a recording cannot be judged. */
export function problemOf(file: string, recording: OpenRecording | { readonly problem: string }): string | undefined {
  if ('problem' in recording)
    return visibleLine(recording.problem.startsWith(file) ? recording.problem : `${file} ${recording.problem}`)
  const { entries, unreadable, isWhole, problem, creator } = recording.survey
  const rejected = (why: string) => visibleLine(`${file} ${why}; export the traffic as HAR 1.2 again`)
  if (problem !== undefined) return rejected(`is not a HAR: ${problem}`)
  if (entries.length > 0) return undefined
  if (!isWhole) return rejected('is cut off before its first entry ends')
  if (isCassette(creator)) return visibleLine(`${file} is a cassette of ${creator} without interactions`)
  return rejected(unreadable === 0 ? 'is a HAR without entries' : 'is a HAR without readable entries')
}

export function noEntryBelowMessage(file: string, survey: Survey, target: string): string {
  return visibleLine(`no entry of ${file} is below the target ${target}${hostsIn(survey)}; name it with --target URL`)
}

/** Returns the base URLs of the gateways in a recording. Base URLs of areas in the config belong to their gateway. */
export function gatewaysOf(
  file: string,
  survey: Survey,
  { isKnown, vocabulary }: { readonly isKnown: IsKnown } & Pick<HarOptions, 'vocabulary'>,
): TargetsIn {
  const all = gatewaysIn(survey.entries, isKnown).map(([base]) => base)
  const ofAreas = new Set<string>(Object.values(vocabulary.baseUrls ?? {}))
  const own = all.filter((base) => !ofAreas.has(base))
  if (all.length > 0) return { targets: own.length === 0 ? all : own }
  return {
    problem: visibleLine(
      `no entry of ${file} is a request to an operation of the specification${hostsIn(survey)}; name the gateway with --target URL if it is among them`,
    ),
  }
}

/** Lists the hosts of a HAR, starting with the most entries, as the end of a sentence. */
function hostsIn({ entries }: Survey): string {
  const counts = new Map<string, number>()
  for (const { url } of entries) {
    const host = URL.canParse(url) ? new URL(url).origin : 'elsewhere'
    counts.set(host, (counts.get(host) ?? 0) + 1)
  }
  const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, 4)
  const listed = most.map(([host, count]) => `${host} (${count})`).join(', ')
  return listed === '' ? '' : `: its entries are of ${listed}${counts.size > 4 ? ' and others' : ''}`
}
