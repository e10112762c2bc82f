import { below } from '../../schemas/json-pointer.ts'

/** The environment variables that a run was started with. */
export type Environment = Readonly<Record<string, string | undefined>>

/** What became of a text with `${NAME}` in it. */
interface Expanded {
  readonly text: string
  /** What stands in the text for each variable, in order. */
  readonly variables: readonly { readonly name: string; readonly value: string }[]
  /** Why a variable could not be put in; the first one's. */
  readonly problem?: string
}

const variable = /\$(\$\{)|\$\{([^}]*)\}/g

/** Puts environment variables in for each `${NAME}`; `$${` stands for `${` itself. */
export function expanded(text: string, env: Environment, write = (_name: string, value: string) => value): Expanded {
  const variables: { name: string; value: string }[] = []
  const problems: string[] = []
  const result = text.replaceAll(variable, (whole: string, escaped: string | undefined, name: string) => {
    if (escaped !== undefined) return escaped
    const value = isName(name) ? env[name] : undefined
    if (value === undefined || value === '') {
      problems.push(problemOf(name))
      return whole
    }
    variables.push({ name, value })
    return write(name, value)
  })
  const [problem] = problems
  return { text: result, variables, ...(problem === undefined ? {} : { problem }) }
}

function isName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text)
}

function problemOf(name: string): string {
  if (isName(name)) return `the environment variable ${name} is not set; set it, or write the value`
  return `\${${name}} does not name an environment variable; write \${NAME}, or $\${ for a plain \${`
}

/** The name of the variable that a text consists of, such as `MGI_API_KEY` for `${MGI_API_KEY}`. */
export function onlyVariable(text: string | undefined): string | undefined {
  return /^\$\{([A-Za-z_]\w*)\}$/.exec(text ?? '')?.[1]
}

/** A text whose variable could not be put in. */
interface Unset {
  readonly pointer: string
  readonly problem: string
}

/** Deeper than this no config file is. */
const deepest = 16

/** Puts environment variables into every string below a value and tells of those that are not set. */
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
