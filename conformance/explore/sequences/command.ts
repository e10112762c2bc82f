import fc from 'fast-check'
import type { RecordedRequest } from '../../model/exchange.ts'
import type { ProbeAnswer, Steps } from '../../model/plan.ts'
import type { Endpoint } from '../../model/vocabulary.ts'

/**
 * Something that may happen next in a sequence of requests. The model holds what was said so far, and of what the target
 * said only what the specification lets a client say back to it.
 */
export interface SequenceCommand<Model> {
  /** The operation that it sends to. */
  readonly operation: Endpoint
  /** Returns whether it may happen now. */
  isPossible(model: Model): boolean
  /** The requests to send at the same time. */
  requests(model: Model): readonly RecordedRequest[]
  /** The model when the answers came, in the order of the requests; `null` for a request that got none. */
  learn(model: Model, answers: readonly (ProbeAnswer | null)[]): Model
}

/** This many commands are drawn: some are not possible when their turn comes. */
const drawn = 16

/** Draws commands, the same ones for the same seed. */
export function drawCommands<Model>(
  commands: fc.Arbitrary<SequenceCommand<Model>>,
  seed: number,
): readonly SequenceCommand<Model>[] {
  return fc.sample(commands, { seed, numRuns: drawn })
}

/** The bounds of a sequence: the number of requests, and the operations that it may send to. */
export interface SequenceBounds {
  readonly most: number
  readonly operations: readonly Endpoint[]
}

/** Follows commands from a model on, within the bounds. */
export function* followCommands<Model>(
  commands: readonly SequenceCommand<Model>[],
  from: Model,
  { most, operations }: SequenceBounds,
): Steps {
  let [model, sent] = [from, 0]
  for (const command of commands) {
    if (!operations.includes(command.operation) || !command.isPossible(model)) continue
    const requests = command.requests(model)
    if (sent + requests.length > most) continue
    sent += requests.length
    model = command.learn(model, yield requests)
  }
}
