import { jsonAnswer } from './oddities/json.ts'
import * as usage from './oddities/usage.ts'
import type { Variant } from './variant.ts'

/** How a token's figures are told. */
const variants: readonly Variant[] = [
  {
    id: 'usage-unlimited',
    name: 'has unlimited tokens below zero, moving totals, no model limits and 404 for an unknown token',
    permittedBy: 'T1, T3, T4',
    areas: ['token-usage'],
    oddities: [usage.unlimited, usage.unknownTokenWith(404), usage.chattyErrors],
  },
  {
    id: 'usage-large-totals',
    name: 'knows no token under status 200, writes large totals in floating point and redirects',
    permittedBy: 'T1, T3, G5, G14',
    areas: ['token-usage'],
    instead: ({ path }) => (path.startsWith('/moved') ? undefined : jsonAnswer(308, {}, { location: `/moved${path}` })),
    oddities: [usage.large, usage.unknownTokenWith(200)],
  },
]
export default variants
