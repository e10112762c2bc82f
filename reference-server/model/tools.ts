import { valueFitting } from './fit.ts'
import { randomFrom, seedOf } from './random.ts'

/** A function the model may call. */
export interface Tool {
  readonly name: string
  /** The schema its input has to fit. */
  readonly schema: unknown
}

/** How free the model is to call. */
export interface ToolDemand {
  /** `may`: it decides; `must`: at least one call; `never`: none. */
  readonly mode: 'may' | 'must' | 'never'
  /** Whether more than one call is allowed. */
  readonly isParallel: boolean
}

/** One call. */
export interface ToolCall {
  readonly name: string
  readonly input: unknown
}

/** The most calls in one reply. */
const mostCalls = 2

/**
 * The calls the model makes: of different tools, as many as it may, two at most. Where it decides, it calls
 * when it has tools and is not being handed their results.
 */
export function callsFor(tools: readonly Tool[], demand: ToolDemand, seed: number, hasResults: boolean): ToolCall[] {
  if (demand.mode === 'never' || (demand.mode === 'may' && hasResults)) return []
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  return [...byName.values()].slice(0, demand.isParallel ? mostCalls : 1).map(({ name, schema }) => {
    const input = valueFitting(schema, randomFrom(seedOf(name, seed)))
    return { name, input: typeof input === 'object' && input !== null ? input : {} }
  })
}
