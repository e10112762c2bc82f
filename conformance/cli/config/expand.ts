/** The environment variables that a run was started with. */
export type Environment = Readonly<Record<string, string | undefined>>

/** What became of a text with `${NAME}` in it. */
export interface Expanded {
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
