import type { Case, Plan } from '../../model/plan.ts'
import type { About } from '../../record/evidence/line.ts'

/** What is known of the cases of a run, some of which are drawn on the way. */
export interface AboutCases {
  about(id: string): About
  expect(more: readonly Case[]): void
}

/**
 * What each exchange of a run is for, by its id: a case's own, `…~2` for its repetition, `probe/01` for a probe's
 * step, `…/image-1` for the fetch of an image that its reply named.
 */
export function startAbout({ cases, probes }: Plan): AboutCases {
  const known = new Map<string, About>()
  const note = ({ id, operation, purpose, origin }: Case): void => {
    known.set(id, { operation, purpose, origin })
  }
  const expect = (more: readonly Case[]): void => {
    for (const planned of more) note(planned)
  }
  expect(cases)
  for (const { id, operation, purpose } of probes) known.set(id, { operation, purpose, origin: 'probe' })
  const aboutCase = (id: string): About => {
    const first = id.replace(/~\d+$/, '')
    return known.get(first) ?? known.get(first.replace(/\/\d+$/, '')) ?? {}
  }
  const about = (id: string): About => {
    const [, requirement] = /^shrink\/(.+)\/\d+$/.exec(id) ?? []
    if (requirement !== undefined) return { origin: 'shrink', purpose: `a smaller request for ${requirement}` }
    if (id.startsWith('still-there/')) return { purpose: 'repeats a request to compare the responses' }
    const [, plain, number] = /^(.+)\/named-(\d+)(?:~\d+)?$/.exec(id) ?? []
    if (plain !== undefined)
      return { ...aboutCase(plain), purpose: `the plain request with one more optional member (${number})` }
    const [, reply, image] = /^(.+)\/image-(\d+)(?:~\d+)?$/.exec(id) ?? []
    if (reply !== undefined) return { ...aboutCase(reply), purpose: `fetches image ${image} that ${reply} named` }
    return aboutCase(id)
  }
  return { about, expect }
}
