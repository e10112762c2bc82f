import type { About } from '../../../evidence/line.ts'
import type { Case, Plan } from '../../../model/plan.ts'

/**
 * What each exchange of a run is for, by its id: a case's own, `…~2` for its repetition, `probe/01` for a probe's
 * step, `…/image-1` for the fetch of an image that its reply named.
 */
export function aboutCases({ cases, probes }: Plan): (id: string) => About {
  const known = new Map<string, About>()
  const note = ({ id, operation, purpose, origin, parts = [] }: Case): void => {
    known.set(id, { operation, purpose, origin })
    for (const part of parts) note(part)
  }
  for (const planned of cases) note(planned)
  for (const { id, operation, purpose } of probes) known.set(id, { operation, purpose, origin: 'probe' })
  const aboutCase = (id: string): About => {
    const first = id.replace(/~\d+$/, '')
    return known.get(first) ?? known.get(first.replace(/\/\d+$/, '')) ?? {}
  }
  return (id) => {
    const [, requirement] = /^shrink\/(.+)\/\d+$/.exec(id) ?? []
    if (requirement !== undefined) return { origin: 'shrink', purpose: `a smaller request for ${requirement}` }
    const [, reply, image] = /^(.+)\/image-(\d+)(?:~\d+)?$/.exec(id) ?? []
    if (reply !== undefined) return { ...aboutCase(reply), purpose: `fetches image ${image} that ${reply} named` }
    return aboutCase(id)
  }
}
