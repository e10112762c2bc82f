import { isObject } from '../../schemas/json.ts'
import { valueFitting } from './fit.ts'
import { mulberry32, seedOf } from './random.ts'

/** A function that the model may call. */
export interface Tool {
  readonly name: string
  /** The JSON schema of its input. */
  readonly schema: unknown
}

/** The rules for calls. */
export interface ToolDemand {
  /** `may`: the model decides; `must`: at least one call; `never`: none. */
  readonly mode: 'may' | 'must' | 'never'
  /** True if several calls are allowed. */
  readonly isParallel: boolean
}

export interface ToolCall {
  readonly name: string
  readonly input: unknown
}

/** The maximum number of calls in one reply. */
const mostCalls = 2

/**
 * Returns the model's calls. They use different tools, as many as allowed and at most two. If the choice is free, the
 * model makes calls when there are tools and no results.
 */
export function callsFor(tools: readonly Tool[], demand: ToolDemand, seed: number, hasResults: boolean): ToolCall[] {
  if (demand.mode === 'never' || (demand.mode === 'may' && hasResults)) return []
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  return [...byName.values()].slice(0, demand.isParallel ? mostCalls : 1).map(({ name, schema }) => {
    const input = valueFitting(schema, mulberry32(seedOf(name, seed)))
    return { name, input: isObject(input) ? input : {} }
  })
}
