import { facetsOfType } from '../../../schemas/index.ts'
import { isObject, itemsOf, type Members, membersOf } from '../../../schemas/json.ts'
import type { AreaArbitraries, DrawContext, Override, Random } from '../../model/arbitraries.ts'
import { documents, films, pictures, sounds } from './media.ts'

const part = '/body/contents/*/parts/*'
const common = Object.values(pictures)
const media = [...common, ...Object.values(documents), ...Object.values(sounds), ...Object.values(films)]
const names = ['get_weather', 'get_time', 'lookup-city', '_private', 'A', 'toolNumber7', 'x'.repeat(40), 'n'.repeat(63)]
const called = 'get_weather'

/** Draws a question, alone or after turns of both sides. Alone, it is a list or a single Content. */
const contents: Override = (context) => {
  const { random } = context
  const earlier = Array.from({ length: random.pick([0, 0, 0, 1, 1, 2, 3, 5]) }, () => earlierTurns(context)).flat()
  const parts = askingParts(context)
  if (earlier.length > 0) return [...earlier, { role: 'user', parts }]
  const alone = { parts, ...(random.chance(50) ? { role: 'user' } : {}) }
  return random.chance(25) ? alone : [alone]
}

function earlierTurns(context: DrawContext): readonly Members[] {
  const { random } = context
  const asked = { role: 'user', parts: askingParts(context) }
  const kind = random.pick(['exchange', 'exchange', 'calls', 'code'])
  if (kind === 'exchange') return [asked, answered(textParts(context))]
  if (kind === 'code') {
    const ran = [context.at(`${part}/executableCode`), context.at(`${part}/codeExecutionResult`)]
    if (ran.includes(undefined)) return []
    return [asked, answered([{ executableCode: ran[0] }, { codeExecutionResult: ran[1] }, ...textParts(context)])]
  }
  const count = random.pick([1, 1, 2, 3])
  const calls = Array.from({ length: count }, () => ({
    ...(context.at(`${part}/functionCall`) as object),
    name: called,
  }))
  const responses = calls.map(() => ({ ...(context.at(`${part}/functionResponse`) as object), name: called }))
  return [
    asked,
    answered(calls.map((functionCall) => ({ functionCall }))),
    {
      role: random.pick(['user', 'function', 'tool']),
      parts: responses.map((functionResponse) => ({ functionResponse })),
    },
    answered(textParts(context)),
  ]
}

function answered(parts: readonly unknown[]): Members {
  return { role: 'model', parts }
}

function textParts({ random, text }: DrawContext): readonly Members[] {
  return Array.from({ length: random.pick([1, 1, 2, 3]) }, () => ({ text: text() }))
}

function askingParts(context: DrawContext): readonly Members[] {
  const { random } = context
  return Array.from({ length: random.pick([1, 1, 1, 2, 3, 5]) }, () => {
    if (random.chance(75)) return { text: context.text() }
    const { mimeType, data } = random.pick(random.chance(60) ? common : media)
    const written = random.chance(70) ? { mimeType, data } : { mime_type: mimeType, data }
    return random.chance(70) ? { inlineData: written } : { inline_data: written }
  })
}

/** Draws values of any JSON type, as in arguments and results of functions. */
const anyObject: Override = ({ random, text }) =>
  random.pick<() => object>([
    () => ({}),
    () => ({ city: 'Oslo' }),
    () => ({ weather: text() }),
    () => ({ größe: [1, { a: null }], b: '🎨' }),
    () => ({ all: [{ said: text(), degrees: random.integer(-40, 40) / 4 }], error: null }),
  ])()

const functionName: Override = ({ random }) => random.pick(names)

/** Makes members that were drawn separately fit together (interpretation G16). */
function arrange(body: Members, random: Random): Members {
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
  const declared = distinctBy(
    lists.flatMap((tool) => itemsOf(tool['functionDeclarations'] ?? tool['function_declarations'])).filter(isObject),
    'name',
  )
  const others = isCalled ? declared.filter((one) => one['name'] !== called) : declared
  const own = isCalled || (isNeeded && declared.length === 0) ? [...others, { name: called }] : declared
  if (own.length === 0) return []
  const all = own
  return random.chance(30) ? all.map((one) => ({ [name]: [one] })) : [{ [name]: all }]
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
  if (config['mode'] !== 'ANY' && random.chance(30)) return { [name]: config }
  return {
    [name]: {
      ...config,
      mode: 'ANY',
      allowedFunctionNames: random.shuffled(declared).slice(0, random.integer(1, Math.min(3, declared.length))),
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
        ? { type: 'STRING', enum: random.pick([['apple', 'candle', 'door'], ['apple'], ['größte Übung', '🎨']]) }
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
    if ('required' in result) result['required'] = random.pick([names, names.slice(0, 1)])
  }
  return result
}

function distinctBy(all: readonly Members[], name: string): readonly Members[] {
  return all.filter((one, index) => all.findIndex((other) => other[name] === one[name]) === index)
}

const asked = (text: string) => [{ parts: [{ text }] }]
const weather = {
  name: 'get_weather',
  description: 'Gives the weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const clock = { name: 'get_time', description: 'Gives the time of day.' }

/** Questions whose natural answer shows a certain behaviour. They are short because every token is billed. */
const provoking: AreaArbitraries['provoking'] = [
  {
    id: 'a stop sequence that is met',
    body: {
      contents: asked('Repeat these words: red, green, blue'),
      generationConfig: { stopSequences: ['walrus', 'blue'] },
    },
  },
  {
    id: 'a reply cut by its limit',
    body: { contents: asked('Count from one to fifty in words.'), generationConfig: { maxOutputTokens: 5 } },
  },
  {
    // The question and the order of the declarations both suggest the other function.
    id: 'the second function called',
    body: {
      contents: asked('What time is it in Oslo?'),
      tools: [{ functionDeclarations: [clock, weather] }],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['get_weather'] } },
    },
  },
  {
    id: 'a function called',
    body: {
      contents: asked('What is the weather in Oslo? Use the function.'),
      tools: [{ functionDeclarations: [weather] }],
      toolConfig: { functionCallingConfig: { mode: 'ANY' } },
    },
  },
  {
    id: 'no function called',
    body: {
      contents: asked('What is the weather in Oslo?'),
      tools: [{ functionDeclarations: [weather] }],
      toolConfig: { functionCallingConfig: { mode: 'NONE' } },
    },
  },
  {
    id: 'functions that may be called',
    body: {
      contents: asked('What are the weather and the time in Oslo? Use both functions.'),
      tools: [{ functionDeclarations: [weather, clock] }],
    },
  },
  {
    id: 'code run',
    body: { contents: asked('What is the sum of the first ten primes? Run code.'), tools: [{ codeExecution: {} }] },
    capability: 'code-execution',
  },
  ...jsonAnswers([
    ['a text in JSON', 'On which day did the year 2000 begin?', { type: 'STRING' }],
    ['a number in JSON', 'How many days has a week?', { type: 'NUMBER' }],
    ['a date in JSON', 'On which day did the year 2000 begin?', { type: 'STRING', format: 'date' }],
    ['a word of a list in JSON', 'Which of these is a fruit?', { type: 'STRING', enum: ['apple', 'candle', 'door'] }],
    [
      'an object in JSON',
      'Describe a fruit basket.',
      {
        type: 'OBJECT',
        properties: {
          fruits: { type: 'ARRAY', items: { type: 'STRING' }, minItems: 1, maxItems: 3 },
          weight: { type: 'NUMBER', minimum: 0.5, maximum: 8 },
        },
        required: ['fruits', 'weight'],
      },
    ],
  ]),
  {
    id: 'a number in JSON by response_schema',
    body: {
      contents: asked('How many days has a week?'),
      generationConfig: { responseMimeType: 'application/json', response_schema: { type: 'NUMBER' } },
    },
  },
  {
    id: 'a member of an enum',
    body: {
      contents: asked('Which of these is a fruit?'),
      generationConfig: {
        responseMimeType: 'text/x.enum',
        responseSchema: { type: 'STRING', enum: ['apple', 'candle', 'door'] },
      },
    },
  },
  { id: 'two candidates', body: { generationConfig: { candidateCount: 2 } } },
  {
    id: 'log probabilities',
    body: { generationConfig: { responseLogprobs: true, logprobs: 2 } },
    capability: 'logprobs',
  },
]

function jsonAnswers(
  all: readonly (readonly [id: string, question: string, responseSchema: Members])[],
): AreaArbitraries['provoking'] {
  return all.map(([id, question, responseSchema]) => ({
    id,
    body: { contents: asked(question), generationConfig: { responseMimeType: 'application/json', responseSchema } },
  }))
}

const schemaPlaces = ['/body/generationConfig/responseSchema', '/body/generationConfig/response_schema']

/** Constraints on content-generation requests that their schemas cannot express. */
export const contentArbitraries: AreaArbitraries = {
  provoking,
  places: {
    '/path/model': () => 'content-model-1',
    '/body/contents': contents,
    [`${part}/functionCall/args`]: anyObject,
    [`${part}/functionResponse/response`]: anyObject,
    ...Object.fromEntries(
      ['functionDeclarations', 'function_declarations'].flatMap((list) => [
        [`/body/tools/*/${list}/*/name`, functionName],
        [`/body/tools/*/${list}/*/parameters`, (({ argumentSchema }) => argumentSchema()) as Override],
      ]),
    ),
    ...Object.fromEntries(
      schemaPlaces.flatMap((place) => [
        [`${place}/enum`, (({ random }) => random.pick([['red'], ['red', 'green', 'größte Übung']])) as Override],
        [`${place}/format`, (({ random }) => random.pick(['date', 'date-time'])) as Override],
      ]),
    ),
  },
  arrange: (value, random) => ({ ...value, body: arrange(membersOf(value.body), random) }),
}
