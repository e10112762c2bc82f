import { data, Evaluator, Lexer, Parser } from '@actions/expressions'

/** The contexts that expressions refer to, such as `inputs` and `steps`. */
export type Contexts = Readonly<Record<string, unknown>>

/** The job status that status functions of expressions read. */
export interface JobStatus {
  readonly hasFailed: boolean
}

/** Returns the text with each `${{ … }}` replaced by its value. */
export function filledIn(text: string, contexts: Contexts, status: JobStatus): string {
  return text.replace(/\$\{\{([\s\S]*?)\}\}/g, (_, expression: string) => {
    return evaluated(expression, contexts, status).coerceString()
  })
}

/** Returns whether a step or job with this `if` runs. Without a status function it runs only if nothing has failed. */
export function runs(condition: string | undefined, contexts: Contexts, status: JobStatus): boolean {
  const expression = (condition ?? 'success()').replace(/^\s*\$\{\{([\s\S]*)\}\}\s*$/, '$1')
  const full = /\b(success|failure|always|cancelled)\(\)/.test(expression) ? expression : `success() && (${expression})`
  return isTruthy(evaluated(full, contexts, status))
}

function isTruthy(value: data.ExpressionData): boolean {
  return !['', 'false', '0'].includes(value.coerceString())
}

function evaluated(expression: string, contexts: Contexts, { hasFailed }: JobStatus): data.ExpressionData {
  const named = { success: !hasFailed, failure: hasFailed, always: true, cancelled: false }
  const functions = Object.entries(named).map(([name, is]) => {
    return { name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(is) }
  })
  const { tokens } = new Lexer(expression.trim()).lex()
  const tree = new Parser(tokens, Object.keys(contexts), functions).parse()
  const known = new Map(functions.map((one) => [one.name, one]))
  return new Evaluator(tree, asData(contexts) as data.Dictionary, known).evaluate()
}

function asData(value: unknown): data.ExpressionData {
  if (typeof value === 'string') return new data.StringData(value)
  if (typeof value === 'number') return new data.NumberData(value)
  if (typeof value === 'boolean') return new data.BooleanData(value)
  if (typeof value !== 'object' || value === null) return new data.Null()
  if (Array.isArray(value)) return new data.Array(...value.map(asData))
  return new data.Dictionary(...Object.entries(value).map(([key, one]) => ({ key, value: asData(one) })))
}
