import fc from 'fast-check'
import type { RecordedRequest } from '../../core/model/exchange.ts'
import type { ProbeAnswer, Steps } from '../../core/model/plan.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'

/**
 * A possible next step in a sequence of requests. The model contains the requests so far, and the parts of the replies
 * that a client may send back.
 */
export interface SequenceCommand<Model> {
  readonly operation: Endpoint
  /** Returns whether the step is possible now. */
  isPossible(model: Model): boolean
  /** Returns the requests to send at the same time. */
  requests(model: Model): readonly RecordedRequest[]
  /** Returns the model after the responses, which are in the order of the requests; `null` for no response. */
  learn(model: Model, answers: readonly (ProbeAnswer | null)[]): Model
}

/** The number of commands drawn. Some of them turn out to be impossible. */
const drawn = 16

/** Draws commands. Equal seeds give equal commands. */
export function drawCommands<Model>(
  commands: fc.Arbitrary<SequenceCommand<Model>>,
  seed: number,
): readonly SequenceCommand<Model>[] {
  return fc.sample(commands, { seed, numRuns: drawn })
}

/** The limits of a sequence: the number of requests, and the operations that it may use. */
export interface SequenceBounds {
  readonly most: number
  readonly operations: readonly Endpoint[]
}

/** Runs commands from an initial model, within the limits. */
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
