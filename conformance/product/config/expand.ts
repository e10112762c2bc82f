import { below } from '../../../schemas/json-pointer.ts'
import type { Environment } from '../../engine/record/client/proxy-settings.ts'

/** A text with its `${NAME}` replaced. */
interface Expanded {
  readonly text: string
  /** The values that were inserted, in order. */
  readonly variables: readonly { readonly name: string; readonly value: string }[]
  /** The reason why a variable could not be inserted. If there are several, the first. */
  readonly problem?: string
}

/** A variable ends at its brace. Without one, it ends before the next variable or at the end of the text. */
const variable = /\$(\$\{)|\$\{((?:(?!\$\{)[^}])*)(\}?)/g

/** Replaces each `${NAME}` by an environment variable, and each `$${` by `${`. */
export function expanded(text: string, env: Environment, write = (_name: string, value: string) => value): Expanded {
  const variables: { name: string; value: string }[] = []
  const problems: string[] = []
  const result = text.replaceAll(
    variable,
    (whole: string, escaped: string | undefined, name: string, brace: string) => {
      if (escaped !== undefined) return escaped
      if (brace === '') {
        problems.push(unclosed)
        return whole
      }
      const value = isName(name) ? env[name] : undefined
      if (value === undefined || value === '') {
        problems.push(problemOf(name))
        return whole
      }
      variables.push({ name, value })
      return write(name, value)
    },
  )
  const [problem] = problems
  return { text: result, variables, problem }
}

/** The text after the brace may be a secret, so it is not repeated. */
const unclosed = 'a ${ has no closing brace; write ${NAME}, or $${ for a plain ${'

function isName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text)
}

function problemOf(name: string): string {
  if (isName(name)) return `the environment variable ${name} is not set; set it, or write the value`
  // The rest may be a secret, as in `${NAME:-value}`.
  const shown = name.replace(/:.*/s, ':…')
  return `\${${shown}} does not name an environment variable; write \${NAME}, or $\${ for a plain \${`
}

/** Returns the name of the variable if the text consists of one, for example `MGI_API_KEY` for `${MGI_API_KEY}`. */
export function onlyVariable(text: string | undefined): string | undefined {
  return /^\$\{([A-Za-z_]\w*)\}$/.exec(text ?? '')?.[1]
}

/** A text with a variable that is not set. */
interface Unset {
  readonly pointer: string
  readonly problem: string
}

const deepest = 16

/** Inserts environment variables into all strings of a value, and lists the strings whose variables are not set. */
export function expandMembers(
  value: unknown,
  env: Environment,
): { readonly value: unknown; readonly unset: readonly Unset[] } {
  const unset: Unset[] = []
  const walk = (at: unknown, pointer: string, depth: number): unknown => {
    if (depth > deepest) unset.push({ pointer, problem: 'this is nested deeper than any config file' })
    else if (typeof at === 'string') {
      const { text, problem } = expanded(at, env)
      if (problem !== undefined) unset.push({ pointer, problem })
      return text
    } else if (Array.isArray(at)) return at.map((item, index) => walk(item, `${pointer}/${index}`, depth + 1))
    else if (typeof at === 'object' && at !== null) {
      const members = Object.entries(at).map(([key, item]) => [key, walk(item, below(pointer, key), depth + 1)])
      return Object.fromEntries(members)
    }
    return at
  }
  return { value: walk(value, '', 0), unset }
}
