import { facetsOfType } from '../../../../schemas/index.ts'
import { isObject, itemsOf, type Members, membersOf } from '../../../../schemas/json.ts'
import type { Random } from '../../../core/model/arbitraries.ts'

/** The function that earlier turns call. */
export const calledFunction = 'get_weather'

/** The most characters of the name of a function. */
export const longestName = 63

/** Lists of words for a response schema. */
export const enums = [
  ...[['red'], ['apple', 'candle'], ['apple', 'candle', 'door'], ['größte Übung', '🎨']],
  ['a', 'b c', 'd-e', '1', 'null', 'x_y', 'Z'],
  Array.from({ length: 12 }, (_, index) => `word ${index}`),
] as const

/** Makes members that were drawn separately fit together (interpretation G16). */
export function arrangeContentBody(body: Members, random: Random): Members {
  const result: Record<string, unknown> = { ...body }
  const history = JSON.stringify(body['contents'] ?? [])
  const [isCalled, ranCode] = [history.includes('"functionCall"'), history.includes('"executableCode"')]
  if (isCalled && ranCode) result['contents'] = [{ parts: [{ text: 'Name a color.' }] }]
  const needsFunctions = (isCalled && !ranCode) || 'toolConfig' in body || 'tool_config' in body
  const isFormed = !isCalled && !ranCode && hasForm(body) && random.chance(80)
  const tools = isFormed
    ? []
    : ranCode && !isCalled
      ? [{ codeExecution: {} }]
      : toolsOf(body, needsFunctions, isCalled, random)
  delete result['tools']
  if (tools.length > 0) result['tools'] = tools
  const declared = namesIn(tools)
  for (const name of ['toolConfig', 'tool_config']) {
    if (!(name in result)) continue
    if (declared.length === 0) delete result[name]
    else result[name] = choiceAmong(membersOf(result[name]), declared, random)
  }
  if ('toolConfig' in result) delete result['tool_config']
  if ('systemInstruction' in result) delete result['system_instruction']
  const config = result['generationConfig']
  if (isObject(config)) result['generationConfig'] = configOf(config, tools.length > 0, random)
  if (Array.isArray(body['safetySettings']))
    result['safetySettings'] = distinctBy(body['safetySettings'].filter(isObject), 'category')
  return result
}

/** Returns whether the request asks for output other than plain text, which excludes tools. */
function hasForm({ generationConfig }: Members): boolean {
  return ['responseMimeType', 'response_mime_type', 'responseSchema', 'response_schema'].some(
    (name) => name in membersOf(generationConfig),
  )
}

function toolsOf(body: Members, isNeeded: boolean, isCalled: boolean, random: Random): readonly Members[] {
  const lists = itemsOf(body['tools']).filter(isObject)
  const runsCode = lists.length > 0 && !isNeeded && lists.every((tool) => 'codeExecution' in tool)
  if (runsCode) return [{ codeExecution: {} }]
  const name = random.chance(65) ? 'functionDeclarations' : 'function_declarations'
  const drawn = lists.map((tool) => itemsOf(tool['functionDeclarations'] ?? tool['function_declarations']))
  const declared = distinctBy(drawn.flat().filter(isObject), 'name')
  const others = isCalled ? declared.filter((one) => one['name'] !== calledFunction) : declared
  const own = isCalled || (isNeeded && declared.length === 0) ? [...others, { name: calledFunction }] : declared
  if (own.length === 0) return []
  if (drawn.length < 2 && random.chance(25)) return own.map((one) => ({ [name]: [one] }))
  const groups = drawn.map((group) => own.filter((one) => group.includes(one))).filter(({ length }) => length > 0)
  const isKept = groups.flat().length === own.length && random.chance(85)
  return (isKept ? groups : [own]).map((group) => ({ [name]: group }))
}

function namesIn(tools: readonly Members[]): readonly unknown[] {
  const lists = tools.flatMap((tool) => itemsOf(tool['functionDeclarations'] ?? tool['function_declarations']))
  return lists.map((one) => membersOf(one)['name'])
}

function choiceAmong(choice: Members, declared: readonly unknown[], random: Random): Members {
  const name = ['functionCallingConfig', 'function_calling_config'].find((one) => one in choice)
  if (name === undefined) return choice
  const { allowedFunctionNames: allowed, ...config } = membersOf(choice[name])
  if (allowed === undefined) return { [name]: config }
  const isDeclared = itemsOf(allowed).every((one) => declared.includes(one))
  if (isDeclared && config['mode'] === 'ANY') return choice
  if (config['mode'] !== 'ANY' && random.chance(30)) return { [name]: config }
  return {
    [name]: {
      ...config,
      mode: 'ANY',
      allowedFunctionNames: random.shuffled(declared).slice(0, random.pick([1, 2, 4, 8, 12])),
    },
  }
}

/** Gives output other than plain text a suitable schema. If there are tools, the output is plain text. */
function configOf(config: Members, hasTools: boolean, random: Random): Members {
  const result: Record<string, unknown> = { ...config }
  const schema = config['responseSchema'] ?? config['response_schema']
  for (const name of ['responseMimeType', 'response_mime_type', 'responseSchema', 'response_schema'])
    delete result[name]
  const written = config['responseMimeType'] ?? config['response_mime_type']
  const isPlain = written === undefined || (written === 'text/plain' && random.chance(70))
  const type = schema !== undefined && isPlain ? 'application/json' : written
  if (type !== undefined && !(hasTools && type !== 'text/plain')) {
    result[random.chance(75) ? 'responseMimeType' : 'response_mime_type'] = type
    const words = membersOf(schema)['enum']
    const suited =
      type === 'text/x.enum' && !(membersOf(schema)['type'] === 'STRING' && Array.isArray(words))
        ? { type: 'STRING', enum: random.pick(enums) }
        : schema
    if (type !== 'text/plain' && suited !== undefined)
      result[random.chance(75) ? 'responseSchema' : 'response_schema'] = suitedSchema(membersOf(suited), random)
  }
  if ('logprobs' in result) result['responseLogprobs'] = true
  return result
}

/** Returns a schema of section 2.6 without facets of other types, and with minimums below maximums. */
function suitedSchema(schema: Members, random: Random, depth = 0): Members {
  const owners = Object.keys(facetsOfType).filter((one) => facetsOfType[one]?.some((facet) => facet in schema))
  const wanted = owners.length > 0 && random.chance(45) ? random.pick(owners) : String(schema['type'] ?? 'STRING')
  const type = depth > 4 && ['ARRAY', 'OBJECT'].includes(wanted) ? 'STRING' : wanted
  const foreign = Object.values(facetsOfType)
    .flat()
    .filter((facet) => !facetsOfType[type]?.includes(facet))
  const result: Record<string, unknown> = { ...schema, type }
  for (const facet of foreign) delete result[facet]
  for (const [low, high] of [
    ['minimum', 'maximum'],
    ['minItems', 'maxItems'],
    ['minLength', 'maxLength'],
  ] as const) {
    const [least, most] = [Number(result[low]), Number(result[high])]
    if (least > most) [result[low], result[high]] = [most, least]
  }
  for (const facet of ['minimum', 'maximum'])
    if (type === 'INTEGER' && facet in result && !Number.isInteger(result[facet])) delete result[facet]
  if ('format' in result) for (const facet of ['minLength', 'maxLength']) delete result[facet]
  // Long lists and texts are expensive.
  for (const facet of ['minItems', 'maxItems', 'minLength', 'maxLength'])
    if (Number(result[facet]) > 30) result[facet] = 20 + (Number(result[facet]) % 10)
  if ('enum' in result) for (const facet of ['format', 'minLength', 'maxLength']) delete result[facet]
  if (type === 'ARRAY') result['items'] = suitedSchema(membersOf(schema['items']), random, depth + 1)
  if (type === 'OBJECT') {
    const own = Object.entries(membersOf(schema['properties']))
    const properties = own.length > 0 ? own : [['city', { type: 'STRING' }] as const]
    result['properties'] = Object.fromEntries(
      properties.map(([name, inner]) => [name, suitedSchema(membersOf(inner), random, depth + 1)]),
    )
    const names = properties.map(([name]) => name)
    const isKnown = itemsOf(schema['required']).every((name) => names.includes(String(name)))
    if ('required' in result && !isKnown) result['required'] = names.slice(0, random.pick([1, 2, 4, names.length]))
  }
  return result
}

function distinctBy(all: readonly Members[], name: string): readonly Members[] {
  return all.filter((one, index) => all.findIndex((other) => other[name] === one[name]) === index)
}
