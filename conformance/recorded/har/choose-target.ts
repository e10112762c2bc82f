import { visibleLine } from '../../../reports/visible.ts'
import { UsageError } from '../../model/usage-error.ts'
import type { Survey } from '../../record/har/survey.ts'
import { gatewaysIn, type IsKnown } from '../../record/har/target.ts'

/** The base URL of the gateway that a HAR speaks of: the one that looks like one, if it is the only one. */
export function chooseTarget(file: string, survey: Survey, isKnown: IsKnown): string {
  const [first, ...others] = gatewaysIn(survey.entries, isKnown)
  if (first === undefined)
    throw new UsageError(
      visibleLine(
        `no entry of ${file} is a request to an operation of the specification${hostsIn(survey)}; name the gateway with --target URL if it is among them`,
      ),
    )
  if (others.length === 0) return first[0]
  const listed = [first, ...others].slice(0, 5).map(([base, count]) => `${base} (${count})`)
  const more = others.length > 4 ? ' and others' : ''
  throw new UsageError(
    visibleLine(`${file} has entries of ${listed.join(', ')}${more}; name the gateway with --target URL`),
  )
}

/** The hosts of a HAR, those with most entries first, as the rest of a sentence. */
export function hostsIn({ entries }: Survey): string {
  const counts = new Map<string, number>()
  for (const { url } of entries) {
    const host = URL.canParse(url) ? new URL(url).origin : 'elsewhere'
    counts.set(host, (counts.get(host) ?? 0) + 1)
  }
  const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, 4)
  const listed = most.map(([host, count]) => `${host} (${count})`).join(', ')
  return listed === '' ? '' : `: its entries are of ${listed}${counts.size > 4 ? ' and others' : ''}`
}
