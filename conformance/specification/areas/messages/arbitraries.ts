import { isObject, type Members } from '../../../../schemas/json.ts'
import { remove } from '../../../../schemas/json-pointer.ts'
import type { AreaArbitraries, DrawContext, Override, Random } from '../../../core/model/arbitraries.ts'
import { messagesClients } from './clients.ts'
import { decidingMessages } from './deciding.ts'
import { messagesPieces, sources } from './pieces.ts'
import { provokingMessages, weather } from './provoking.ts'

const block = '/body/messages/*/content/*'

/** Arguments of that tool. Its lists and objects may contain anything. */
const inputs = [
  { city: 'Oslo' },
  { city: 'Lima', tags: [] },
  { city: 'Oslo', at: { lat: 59.9, of: { day: [1, null, true] } }, tags: ['a "b"', { deep: { er: {} } }] },
]

const names = [
  'get_weather',
  'get_time',
  'lookup-city',
  '_private',
  'A',
  'toolNumber7',
  'x'.repeat(40),
  'n'.repeat(63),
  'n'.repeat(64),
]

/**
 * Draws turns that alternate or repeat a role, with tool uses and their results. The last one asks a question, has the
 * results of tools, or is the start of an answer.
 */
const turns: Override = (context) => {
  const { random } = context
  const count = random.pick([0, 0, 0, 1, 1, 2, 3, 4, 5])
  const earlier = Array.from({ length: count }, (_, index) => earlierTurns(context, index)).flat()
  if (random.chance(8)) return [...earlier, ...toolTurns(context, count)]
  const last = { role: 'user', content: contentOf(context, 'user') }
  const prefill = random.chance(8) ? [{ role: 'assistant', content: contentOf(context, 'assistant') }] : []
  return [...earlier, last, ...prefill]
}

function earlierTurns(context: DrawContext, index: number): readonly object[] {
  const { random } = context
  const asked = { role: 'user', content: contentOf(context, 'user') }
  const kind = random.pick(['exchange', 'exchange', 'tools', 'same role'])
  if (kind === 'same role')
    return random.chance(60)
      ? [asked]
      : [asked, ...[1, 2].map(() => ({ role: 'assistant', content: contentOf(context, 'assistant') }))]
  if (kind === 'tools') return toolTurns(context, index)
  return [asked, { role: 'assistant', content: contentOf(context, 'assistant') }]
}

/** Draws a question, an answer that uses tools, and their results. `index` makes the ids of the uses unique. */
function toolTurns(context: DrawContext, index: number): readonly object[] {
  const { random } = context
  const asked = { role: 'user', content: contentOf(context, 'user') }
  const ids = Array.from({ length: random.pick([1, 1, 2, 3]) }, (_, at) => `toolu_${index}_${at}`)
  const use = { type: 'tool_use', name: weather.name, input: random.pick(inputs) }
  const result = { type: 'tool_result', content: 'Mild and dry.' }
  const uses = ids.map((id) => ({ ...(context.at(block, 'tool_use') as object | undefined), ...use, id }))
  const results = ids.map((id) => ({
    ...result,
    ...(context.at(block, 'tool_result') as object | undefined),
    tool_use_id: id,
  }))
  const before = random.chance(40) ? [textBlock(context)] : []
  const after = random.chance(30) ? [textBlock(context)] : []
  return [
    asked,
    { role: 'assistant', content: [...before, ...uses] },
    { role: 'user', content: [...results, ...after] },
  ]
}

function textBlock(context: DrawContext): unknown {
  return context.at(block, 'text')
}

/** Draws a text, or blocks that suit the role. */
function contentOf(context: DrawContext, role: 'user' | 'assistant'): unknown {
  const { random } = context
  if (random.chance(45)) return context.text()
  const kinds = role === 'user' ? (['text', 'text', 'image'] as const) : (['text'] as const)
  return Array.from({ length: random.pick([1, 1, 2, 3, 5, 7]) }, () => context.at(block, random.pick(kinds)))
}

/** Makes members that were drawn separately fit together (interpretation G16). */
function arrange(body: Members, random: Random): Members {
  const history = JSON.stringify(body['messages'] ?? [])
  const isUsed = history.includes('"tool_use_id"')
  const drawn = (Array.isArray(body['tools']) ? body['tools'] : []).filter(isObject)
  const wanted = isUsed || (drawn.length === 0 && body['tool_choice'] !== undefined) ? [weather] : []
  const others = drawn.filter(({ name }) => wanted.length === 0 || name !== weather.name)
  const tools = withUniqueNames(random.chance(50) ? [...wanted, ...others] : [...others, ...wanted])
  const isForced = ['any', 'tool'].includes(String((body['tool_choice'] as Members | undefined)?.['type']))
  const result: Record<string, unknown> = { ...body, ...(tools.length === 0 ? {} : { tools }) }
  if (tools.length === 0) delete result['tool_choice']
  if ((body['tool_choice'] as Members | undefined)?.['type'] === 'tool')
    result['tool_choice'] = { ...(body['tool_choice'] as Members), name: random.pick(tools)['name'] }
  const thinking = body['thinking'] as Members | undefined
  if (thinking?.['type'] === 'enabled') {
    if (isUsed || isForced) delete result['thinking']
    else {
      result['max_tokens'] = Math.max(Number(body['max_tokens']), Number(thinking['budget_tokens']) + 75)
      for (const name of ['temperature', 'top_p', 'top_k']) delete result[name]
    }
  }
  if (result['temperature'] !== undefined && result['top_p'] !== undefined)
    delete result[random.pick(['temperature', 'top_p'])]
  return result
}

/**
 * Removes cache marks beyond the fourth, because the specification does not say what they mean (interpretation G16).
 */
function withFewMarks(value: unknown, random: Random): unknown {
  const places: string[] = []
  const find = (at: unknown, pointer: string): void => {
    if (typeof at !== 'object' || at === null) return
    for (const [step, member] of Object.entries(at)) {
      if (step === 'cache_control') places.push(`${pointer}/${step}`)
      else if (step !== 'input' && step !== 'input_schema') find(member, `${pointer}/${step}`)
    }
  }
  find(value, '')
  return random
    .shuffled(places)
    .slice(4)
    .reduce((left, place) => remove(left, place), value)
}

function withUniqueNames(tools: readonly Members[]): readonly Members[] {
  return tools.filter(({ name }, index) => tools.findIndex((other) => other['name'] === name) === index)
}

const toolName: Override = ({ random, own }) => {
  const listed = own()
  return typeof listed === 'string' && ['computer', 'bash', 'str_replace_editor'].includes(listed)
    ? listed
    : random.pick(names)
}

/** Constraints on messages requests that their schemas cannot express. */
export const messagesArbitraries: AreaArbitraries = {
  provoking: provokingMessages,
  deciding: decidingMessages,
  pieces: messagesPieces,
  clients: messagesClients,
  places: {
    '/header/provider-version': () => '2023-06-01',
    '/header/provider-beta': () => undefined,
    '/body/model': () => 'messages-model-1',
    '/body/messages': turns,
    [`${block}/source`]: ({ random }) => random.pick(sources),
    [`${block}/content/*/source`]: ({ random }) => random.pick(sources),
    '/body/tools/*/name': toolName,
    '/body/tools/*/input_schema': ({ argumentSchema }) => argumentSchema(),
    '/body/tool_choice/name': () => weather.name,
  },
  arrange: (value, random, operation) => {
    const { stream, ...body } = arrange(value.body as Members, random)
    const streams = operation === 'messages.stream' ? { stream: true } : stream === false ? { stream } : {}
    return { ...value, body: withFewMarks({ ...body, ...streams }, random) }
  },
}
