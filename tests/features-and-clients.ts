import type { Report } from '../conformance/core/model/report.ts'
import { type Area, areaOf, type Endpoint } from '../conformance/core/model/vocabulary.ts'
import { certify } from '../conformance/product/run/certify.ts'
import type { ExerciseResult, FaultImpact } from '../conformance/specification/traceability/client-impact.ts'
import { isHandedOn } from '../conformance/specification/traceability/client-table.ts'
import { startReferenceServer } from '../reference-server/index.ts'

/** The feature without which an exercise would not be itself, by exercise, operation or client. */
const featureOf: Readonly<Record<string, string>> = {
  text: 'text',
  stream: 'streaming',
  'tool call': 'tools',
  'tool loop': 'tools',
  'streamed tool call': 'streamed-tools',
  'images.generate': 'pictures-made',
  'images.edit': 'pictures-edited',
  'images.variation': 'pictures-varied',
  'content.generate picture': 'pictures-in',
  'messages.create picture': 'pictures-in',
  'content.generate structured output': 'json-output',
  // It asks for a call of a function with the schema.
  'langchain-google structured output': 'tools',
}

/** A client that loses something in an exercise under a fault, and the feature that must not be praised then. */
export interface Loss {
  readonly area: Area
  readonly feature: string
  readonly text: string
}

/** The faults that only a habit of some clients meets, which no request of the suite with the same feature has. */
const habits: ReadonlySet<string> = new Set([
  // They send an empty generationConfig with tools.
  'reject:content.generation-config-empty-accepted',
])

/** Returns what clients lose under a fault: whole replies, texts, pictures, calls and their arguments, ends, counts. */
export function lossesOf({ fault, signs = {}, results }: FaultImpact): readonly Loss[] {
  if (habits.has(fault)) return []
  return results.flatMap((result): Loss[] => {
    const feature = isHandedOn(result, signs) ? undefined : lostFeature(result)
    const { client, operation, exercise, outcome, detail = outcome } = result
    if (feature === undefined) return []
    return [{ area: areaOf[operation], feature, text: `${fault}: ${client}, ${exercise}: ${detail}` }]
  })
}

function lostFeature({ client, operation, exercise, outcome, detail = '' }: ExerciseResult): string | undefined {
  if (outcome === 'same') return undefined
  const special = featureOf[`${client} ${exercise}`] ?? featureOf[`${operation} ${exercise}`]
  const own = special ?? featureOf[exercise] ?? imageFeature(operation)
  if (outcome === 'exception' || outcome === 'hang') return own
  const path = detail.split(':')[0]?.split('/').slice(1) ?? []
  // Another call has other counts.
  if (path.some((step) => /usage/i.test(step))) return outcome === 'silently missing' ? 'counts' : undefined
  return path.some((step) => lostMembers.test(step)) ? own : undefined
}

function imageFeature(operation: Endpoint): string | undefined {
  return areaOf[operation] === 'images' ? featureOf[operation] : undefined
}

const lostMembers =
  /^(?:text|pieces|pictures|calls|functionCalls|function_calls|input|args|finish_?reason|stop_reason)$/i

/** Runs the suite against a server with a fault, and returns the losses under which a feature works nevertheless. */
export async function praisedLosses(impact: FaultImpact): Promise<readonly string[]> {
  const losses = lossesOf(impact)
  const area = losses[0]?.area
  if (area === undefined) return []
  const server = await startReferenceServer({ keys: [key], faults: [impact.fault] })
  try {
    const report = await certify({ target: server.url, key, areas: [area], shrink: false })
    return losses.filter((loss) => works(report, loss)).map(({ feature, text }) => `${feature} works; ${text}`)
  } finally {
    await server.close()
  }
}

const key = 'client-key-abcdef'

function works({ features = [] }: Report, loss: Loss): boolean {
  return features.some(({ id, area, state }) => id === loss.feature && area === loss.area && state === 'works')
}
