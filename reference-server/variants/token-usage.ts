import { inOppositeOrder, jsonAnswer, withSlashesEscaped } from './quirks/json.ts'
import { withHeaders } from './quirks/transport.ts'
import * as usage from './quirks/usage.ts'
import type { Variant } from './variant.ts'

/** The form of a token's figures. */
const variants: readonly Variant[] = [
  {
    id: 'usage-unlimited',
    name: 'has unlimited tokens below zero, moving totals, no model limits and 404 for an unknown token',
    permittedBy: 'T1, T3, T4',
    areas: ['token-usage'],
    quirks: [usage.unlimited, usage.unknownTokenWith(404), usage.chattyErrors],
  },
  {
    id: 'usage-large-totals',
    name: 'reports unknown tokens with status 200, writes large totals in floating point and redirects',
    permittedBy: 'T1, T3, G5, G14',
    areas: ['token-usage'],
    instead: ({ path }) => (path.startsWith('/moved') ? undefined : jsonAnswer(308, {}, { location: `/moved${path}` })),
    quirks: [usage.large, usage.unknownTokenWith(200)],
  },
  {
    id: 'usage-success-beside-the-envelope',
    name: 'has an unlisted `success`, false and true in turn, beside the success envelope',
    permittedBy: 'G1',
    areas: ['token-usage'],
    quirks: [usage.saysSuccess],
  },
  {
    id: 'usage-overdrawn',
    name: 'has a token with limits that used more than it was granted, and that expires as late as seconds can say',
    permittedBy: 'T3, T4',
    areas: ['token-usage'],
    quirks: [usage.overdrawn, inOppositeOrder],
  },
  {
    id: 'usage-shuffled-limits',
    name: 'lists the limits of many models in another order each time, and reports unknown tokens with status 403',
    permittedBy: 'T1, T2, RFC 8259 section 4',
    areas: ['token-usage'],
    quirks: [
      usage.shuffledLimits,
      usage.unknownTokenWith(403),
      withHeaders({ 'www-authenticate': 'Bearer realm="console"', 'cache-control': 'no-store' }),
    ],
  },
  {
    id: 'usage-totals-that-move',
    name: 'changes its totals with every third request',
    permittedBy: 'T2, T3',
    areas: ['token-usage'],
    quirks: [usage.totalsThatMove],
  },
  {
    id: 'usage-escaped-slashes',
    name: 'spreads JSON over many lines, escapes every slash and whatever is not ASCII',
    permittedBy: 'G14, RFC 8259 section 7',
    areas: ['token-usage'],
    quirks: [usage.overdrawn, withSlashesEscaped],
  },
]
export default variants
