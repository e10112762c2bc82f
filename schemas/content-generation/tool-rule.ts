import { itemsOf, type Members, membersOf } from '../json.ts'
import type { RuleFinding } from '../rules.ts'
import { memberInEitherCase } from './spelling.ts'

/**
 * Reports uses of tools that the specification neither describes nor forbids (interpretation G16). These are: a choice
 * without functions; allowed names that are undeclared or used without `ANY`; names declared twice; code execution
 * together with functions; calls of undeclared functions, or code, in a history whose request does not enable them; and
 * tools together with output that is not plain text.
 */
export function toolUse(value: unknown): readonly RuleFinding[] {
  const body = membersOf(value)
  const declared = declaredNames(body)
  const enabled = itemsOf(body['tools']).filter((tool) => 'codeExecution' in membersOf(tool)).length
  return [
    ...choiceFindings(body, declared),
    ...when(
      declared !== undefined && new Set(declared).size < declared.length,
      '/tools',
      'a function is declared twice',
    ),
    ...when(enabled > 1, '/tools', 'code execution is enabled twice'),
    ...when(enabled > 0 && declared?.length !== 0, '/tools', 'code execution and functions stand together'),
    ...when(
      itemsOf(body['tools']).length > 0 && hasForm(body),
      '/generationConfig',
      'tools and a form of output stand together',
    ),
    ...historyFindings(body, declared, enabled > 0 || declared === undefined),
  ]
}

function choiceFindings(body: Members, declared: Declared): readonly RuleFinding[] {
  const name = 'toolConfig' in body ? 'toolConfig' : 'tool_config'
  if (!(name in body)) return []
  const config = memberInEitherCase(body[name], 'functionCallingConfig', 'function_calling_config')
  const { mode, allowedFunctionNames } = membersOf(config)
  const allowed = itemsOf(allowedFunctionNames)
  return [
    ...when(declared?.length === 0, `/${name}`, 'it stands without functions'),
    ...when(allowedFunctionNames !== undefined && mode !== 'ANY', `/${name}`, 'names are allowed without the mode ANY'),
    ...when(
      allowed.some((one) => isUndeclared(one, declared)),
      `/${name}`,
      'an allowed name is not declared',
    ),
    ...when(new Set(allowed).size < allowed.length, `/${name}`, 'a name is allowed twice'),
  ]
}

function historyFindings(body: Members, declared: Declared, runsCode: boolean): readonly RuleFinding[] {
  return itemsOf(body['contents']).flatMap((turn, index) => {
    const parts = itemsOf(membersOf(turn)['parts']).map(membersOf)
    const called = parts.map(({ functionCall }) => membersOf(functionCall)['name'])
    const isForeign = called.some((name) => isUndeclared(name, declared))
    const hasCode = parts.some((part) => 'executableCode' in part || 'codeExecutionResult' in part)
    return [
      ...when(isForeign, `/contents/${index}`, 'a function was called that is not declared'),
      ...when(hasCode && !runsCode, `/contents/${index}`, 'code was run that is not enabled'),
    ]
  })
}

/** The names of the declared functions. `undefined` for invalid tools, which the schema rejects. */
type Declared = readonly unknown[] | undefined

function isUndeclared(name: unknown, declared: Declared): boolean {
  return typeof name === 'string' && declared?.includes(name) === false
}

function declaredNames(body: Members): Declared {
  const lists = itemsOf(body['tools']).map((tool) =>
    memberInEitherCase(tool, 'functionDeclarations', 'function_declarations'),
  )
  if (!isReadable(body['tools']) || lists.some((list) => list !== undefined && typeof list !== 'object'))
    return undefined
  return lists.flatMap(itemsOf).map((declaration) => membersOf(declaration)['name'])
}

function isReadable(tools: unknown): boolean {
  return (tools === undefined || typeof tools === 'object') && itemsOf(tools).every((tool) => typeof tool === 'object')
}

function hasForm({ generationConfig }: Members): boolean {
  const type = memberInEitherCase(generationConfig, 'responseMimeType', 'response_mime_type')
  return type !== undefined && type !== 'text/plain'
}

function when(holds: boolean, pointer: string, message: string): readonly RuleFinding[] {
  return holds ? [{ pointer, message, open: 'G16' }] : []
}
