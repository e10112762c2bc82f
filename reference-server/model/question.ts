import type { Ending, Limits } from './cut.ts'
import type { Tool, ToolDemand } from './tools.ts'

/** A request to the model, independent of its dialect. */
export interface Question {
  /** All text of the conversation. */
  readonly prompt: string
  /** The last text of the user, which the model quotes. */
  readonly lastWords: string
  /** Everything else that changes the answer: sampling settings, the number of the candidate. */
  readonly salt: string
  readonly limits: Limits
  readonly tools: readonly Tool[]
  readonly demand: ToolDemand
  /** True if the conversation ends with results of tools. */
  readonly hasResults: boolean
  /** True if the answer continues a text of the model. */
  readonly isContinuation: boolean
  /** True if the model runs a program. */
  readonly runsCode: boolean
  readonly form: Form
}

/** The form of the answer's text. */
export type Form =
  | { readonly as: 'text' }
  /** One JSON value; without a schema, an object. */
  | { readonly as: 'json'; readonly schema: unknown }
  /** One of these words. */
  | { readonly as: 'choice'; readonly among: readonly string[] }

/** The answer of the model. */
export interface ModelAnswer {
  readonly pieces: readonly Piece[]
  readonly tokens: number
  readonly ending: Ending
}

/** A part of an answer, which each dialect writes in its own way. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly input: unknown }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'output'; readonly output: string }
