import { requirement } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'
import type { RefusalRequirement } from '../../../model/requirement.ts'
import conversation from './refuses-conversation.ts'
import images from './refuses-images.ts'
import sampling from './refuses-sampling.ts'
import settings from './refuses-settings.ts'
import thinking from './refuses-thinking.ts'
import toolLoop from './refuses-tool-loop.ts'
import tools from './refuses-tools.ts'

const refusals: readonly RefusalRequirement[] = [
  ...settings,
  ...sampling,
  ...thinking,
  ...conversation,
  ...images,
  ...tools,
  ...toolLoop,
]

/** The rules whose breach readings M1 answers with a 400. */
const ruled = new Set(refusals.filter(({ level }) => level === 'stated').map(({ id }) => id))

/** Statuses that speak of the route, not of the request. */
const unrouted = [404, 405]

/** The status of a refusal. */
export default [
  requirement({
    id: 'messages.error-status-400',
    section: '7',
    endpoint: 'messages.create',
    alsoOn: ['messages.stream'],
    dimension: 'status',
    level: 'implied',
    reading: 'M1',
    statement: 'A request that breaks a rule of section 2.8 is refused with exactly 400.',
    needs: ['request-headers', 'request-body'],
    boundToTwin: true,
    appliesTo: (seen) => seen.reception === 'refused' && breaksRules(seen) && !unrouted.includes(seen.status ?? 0),
    *check({ status }) {
      if (status === 400) return
      const message = `a request that breaks a rule was refused with ${status}`
      yield { message, at: { in: 'status' }, expected: 400, actual: status }
    },
  }),
] as const

/** What is left open beside a broken rule may be what was refused (readings.md G8). */
function breaksRules({ request }: Observation): boolean {
  const { violations, open, credential } = request
  if (credential.kind === 'missing' || credential.kind === 'invalid') return false
  return (
    violations.length > 0 &&
    open.length === 0 &&
    violations.every(({ requirement: id }) => id !== undefined && ruled.has(id))
  )
}
