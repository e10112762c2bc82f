import type { Ending, Limits } from './cut.ts'
import type { Tool, ToolDemand } from './tools.ts'

/** What the model is asked, whichever dialect asked it. */
export interface Question {
  /** All text of the conversation. */
  readonly prompt: string
  /** The last text of the user: what the model quotes. */
  readonly lastWords: string
  /** Whatever else makes the answer another one: sampling settings, the number of the candidate. */
  readonly salt: string
  readonly limits: Limits
  readonly tools: readonly Tool[]
  readonly demand: ToolDemand
  /** Whether the conversation ends with what tools have answered. */
  readonly hasResults: boolean
  /** Whether the answer goes on from words already put into the model's mouth. */
  readonly isContinuation: boolean
  /** Whether the model runs a program on its way. */
  readonly runsCode: boolean
  readonly form: Form
}

/** The form that the answer's text has to take. */
export type Form =
  | { readonly as: 'text' }
  /** One JSON value; without a schema, an object. */
  | { readonly as: 'json'; readonly schema: unknown }
  /** One of these words. */
  | { readonly as: 'choice'; readonly among: readonly string[] }

/** What the model says. */
export interface Answer {
  readonly pieces: readonly Piece[]
  readonly tokens: number
  readonly ending: Ending
}

/** A part of an answer; the dialects write each their own way. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly input: unknown }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'output'; readonly output: string }
