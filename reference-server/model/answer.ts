import { cut, type Ending, type Limits } from './cut.ts'
import { valueFitting } from './fit.ts'
import { between, mulberry32, pick, type RandomSource, seedOf } from './random.ts'
import { countTokens, tokensOf } from './tokens.ts'
import { callsFor, type Tool, type ToolCall, type ToolDemand } from './tools.ts'
import { phrase, word } from './words.ts'

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

/** Returns the model's answer, which is the same for the same question. */
export function modelAnswer(question: Question): ModelAnswer {
  const seed = seedOf(question.salt, seedOf(question.prompt))
  return within(question.limits, draft(question, seed))
}

/** A piece before limits are applied. A grammar decodes structured text, which stop sequences do not interrupt. */
type Draft = Piece & { readonly isStructured?: true }

function draft(question: Question, seed: number): Draft[] {
  const random = mulberry32(seed)
  const { form, demand, lastWords, isContinuation } = question
  const mayCall = form.as === 'text' || demand.mode === 'must'
  const calls = mayCall ? callsFor(question.tools, demand, seed, question.hasResults) : []
  if (calls.length > 0) return withPreamble(calls, demand.mode, random)
  if (form.as !== 'text') return [{ kind: 'text', text: structured(form, random), isStructured: true }]
  const text = composeText(lastWords, random)
  if (question.runsCode) return withProgram(text, random)
  return [{ kind: 'text', text: isContinuation ? ` ${text}` : text }]
}

/** Adds words before calls that the model chooses to make. Forced calls have none. */
function withPreamble(calls: readonly ToolCall[], mode: ToolDemand['mode'], random: RandomSource): Draft[] {
  const said: Draft[] = mode === 'must' ? [] : [{ kind: 'text', text: `${phrase(random, 4)}.` }]
  return [...said, ...calls.map((call) => ({ kind: 'call' as const, ...call }))]
}

function structured(form: Exclude<Form, { as: 'text' }>, random: RandomSource): string {
  if (form.as === 'choice') return form.among.length === 0 ? word(random) : pick(random, form.among)
  return JSON.stringify(form.schema === undefined ? { answer: word(random) } : valueFitting(form.schema, random))
}

/** Returns text, code, result and more text, in the order of section 2.7. */
function withProgram(text: string, random: RandomSource): Draft[] {
  const { code, output } = runProgram(random)
  return [
    { kind: 'text', text },
    { kind: 'code', code },
    { kind: 'output', output },
    { kind: 'text', text: `${phrase(random, 5)}.` },
  ]
}

/** Cuts a draft to its limits. */
function within({ maxTokens, stopSequences }: Limits, drafts: readonly Draft[]): ModelAnswer {
  const pieces: Piece[] = []
  let tokens = 0
  let ending: Ending = { by: 'itself' }
  for (const piece of drafts) {
    const kept = fitted(piece, { maxTokens: maxTokens - tokens, stopSequences })
    if (kept.piece !== undefined) pieces.push(kept.piece)
    tokens += kept.tokens
    ending = kept.ending
    if (ending.by !== 'itself') break
  }
  return { pieces, tokens, ending }
}

interface Fitted {
  readonly piece: Piece | undefined
  readonly tokens: number
  readonly ending: Ending
}

function fitted({ isStructured, ...piece }: Draft, limits: Limits): Fitted {
  if (piece.kind === 'text') {
    const { text, tokens, ending } = cut(piece.text, isStructured ? { ...limits, stopSequences: [] } : limits)
    return { piece: text === '' ? undefined : { kind: 'text', text }, tokens, ending }
  }
  const cost = costOf(piece)
  if (cost > limits.maxTokens)
    return { piece: undefined, tokens: Math.max(limits.maxTokens, 0), ending: { by: 'max-tokens' } }
  return { piece, tokens: cost, ending: { by: 'itself' } }
}

/** Returns the number of tokens of a call or program. These are never cut, because a part of one is useless. */
function costOf(piece: Exclude<Piece, { kind: 'text' }>): number {
  if (piece.kind === 'call') return countTokens(piece.name) + countTokens(JSON.stringify(piece.input))
  return countTokens(piece.kind === 'code' ? piece.code : piece.output)
}

interface ProgramRun {
  readonly code: string
  readonly output: string
}

/** Returns a small program that the model pretends to run, with its correct output. */
function runProgram(random: RandomSource): ProgramRun {
  const most = between(random, 5, 60)
  return { code: `print(sum(range(1, ${most + 1})))`, output: `${(most * (most + 1)) / 2}\n` }
}

/** The maximum length of a quotation from a prompt. */
const quoted = { tokens: 24, characters: 240 }

/** Returns the model's own words around the last words of the prompt, so that a prompt can provoke a stop sequence. */
function composeText(lastWords: string, random: RandomSource): string {
  const opening = phrase(random, between(random, 3, 6))
  const closing = phrase(random, between(random, 6, 14))
  const quotation = quote(lastWords)
  return quotation === '' ? `${opening} ${closing}.` : `${opening}: ${quotation} ${closing}.`
}

function quote(text: string): string {
  const end = tokensOf(text.slice(-2 * quoted.characters)).slice(-quoted.tokens)
  while (lengthOf(end) > quoted.characters) end.shift()
  return end.join('').trim()
}

function lengthOf(tokens: readonly string[]): number {
  return tokens.reduce((sum, token) => sum + token.length, 0)
}
