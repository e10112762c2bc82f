import fc from 'fast-check'
import { rootNode } from '../../../schemas/index.ts'
import type { RequestValue } from '../../model/operation.ts'
import { argumentSchemas, type Exemplified } from '../json-schemas.ts'
import { type Chosen, drawn, type Recipe } from '../recipe.ts'
import { plainText, stopSequences, texts, toolNames } from '../texts.ts'

type Block = Readonly<Record<string, unknown>>
type Content = string | readonly Block[]

const mark = { cache_control: { type: 'ephemeral' } }
const marks = fc.constantFrom<object>({}, {}, {}, mark)

const pictures = (rootNode('messages/image-source').schema['examples'] as readonly Block[]).map((source) => ({
  type: 'image',
  source,
}))

const textBlock = fc.tuple(texts, marks).map(([text, more]) => ({ type: 'text', text, ...more }))
const pictureBlock = fc.tuple(fc.constantFrom(...pictures), marks).map(([picture, more]) => ({ ...picture, ...more }))
const blocks = fc.array(fc.oneof({ arbitrary: textBlock, weight: 3 }, { arbitrary: pictureBlock, weight: 1 }), {
  minLength: 1,
  maxLength: 5,
})
/** Blocks as a tool gives them back: without marks. */
const plainBlock = fc.oneof<fc.Arbitrary<Block>[]>(
  texts.map((text) => ({ type: 'text', text })),
  fc.constantFrom(...pictures),
)
const contents: fc.Arbitrary<Content> = fc.oneof(texts, blocks)
const answers: fc.Arbitrary<Content> = fc.oneof(texts, fc.array(textBlock, { minLength: 1, maxLength: 3 }))

/** Whether a turn before the question is one of two people, of one who goes on, or of tools that were used. */
type Before =
  | { readonly kind: 'exchange'; readonly asked: Content; readonly answered: Content }
  | { readonly kind: 'goes-on'; readonly said: Content }
  | ToolUses

/** Tools that were used at once, and what they gave back. */
interface ToolUses {
  readonly kind: 'tools'
  readonly asked: Content
  readonly before: readonly Block[]
  readonly results: readonly { readonly use: object; readonly result: Block }[]
}

const result = fc
  .tuple(fc.oneof(texts, fc.array(plainBlock, { minLength: 1, maxLength: 3 })), marks, flags('is_error'))
  .map(([content, more, error]) => ({ content, ...more, ...error }))

const before: fc.Arbitrary<Before> = fc.oneof(
  fc.record({ kind: fc.constant('exchange' as const), asked: contents, answered: answers }),
  fc.record({ kind: fc.constant('goes-on' as const), said: contents }),
  fc.record({
    kind: fc.constant('tools' as const),
    asked: contents,
    results: fc.array(fc.record({ use: marks, result }), { minLength: 1, maxLength: 3 }),
    before: fc.array(textBlock, { maxLength: 1 }),
  }),
)

interface Tool {
  readonly name: string
  readonly about: Exemplified
  readonly more: object
}

const weather: Tool = {
  name: 'get_weather',
  about: {
    schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    example: { city: 'Oslo' },
  },
  more: {},
}

const tools = fc.uniqueArray(
  fc.record<Tool>({
    name: fc.oneof({ arbitrary: toolNames, weight: 9 }, { arbitrary: fc.constant('n'.repeat(64)), weight: 1 }),
    about: fc.oneof(fc.constant(weather.about), argumentSchemas),
    more: fc
      .tuple(
        fc.constantFrom<object>({}, { description: plainText }, { description: 'Größe & 🎨 "quoted"' }),
        kinds(),
        marks,
      )
      .map((all) => Object.assign({}, ...all) as object),
  }),
  { selector: ({ name }) => name, minLength: 1, maxLength: 6 },
)

const display = { type: 'computer_20241022', name: 'computer', display_width_px: 1024, display_height_px: 768 }
const dated = fc
  .tuple(
    fc.constantFrom<Block>(
      { type: 'bash_20241022', name: 'bash' },
      { type: 'text_editor_20241022', name: 'str_replace_editor' },
      display,
      { ...display, display_number: 1 },
    ),
    marks,
  )
  .map(([tool, more]) => ({ ...tool, ...more }))

const single = flags('disable_parallel_tool_use')

/** What a messages request may be made of. */
export function messagesRecipe(isStream: boolean): Recipe {
  const build = (chosen: Chosen): RequestValue => ({
    header: { 'provider-version': '2023-06-01' },
    body: bodyOf(chosen, isStream),
  })
  return { features: isStream ? features : { ...features, stream: fc.constant(false) }, unspecified, build }
}

const features: Recipe['features'] = {
  question: contents,
  before: fc.array(before, { minLength: 1, maxLength: 5 }),
  prefill: fc.constantFrom('One color of the rainbow is', '{"color": "', '🎨:', 'data: {'),
  prefillBlocks: fc.array(textBlock, { minLength: 1, maxLength: 2 }),
  tools,
  dated: fc.array(dated, { minLength: 1, maxLength: 1 }),
  choice: fc.oneof(
    single.map((more) => ({ type: 'auto', ...more })),
    single.map((more) => ({ type: 'any', ...more })),
    fc.tuple(single, fc.nat(5)).map(([more, index]) => ({ type: 'tool', index, ...more })),
  ),
  system: texts,
  metadata: fc.constantFrom<object>(
    { user_id: 'walnut-river-lantern' },
    {},
    { user_id: 'größe-🙂' },
    { user_id: 'u'.repeat(255) },
    { user_id: 'u'.repeat(256) },
  ),
  stop_sequences: fc.uniqueArray(stopSequences, { minLength: 1, maxLength: 5 }),
  temperature: fc.integer({ min: 1, max: 99 }).map((count) => count / 100),
  top_p: fc.integer({ min: 1, max: 99 }).map((count) => count / 100),
  top_k: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(1, 500)),
  thinking: fc.constantFrom<object>(
    { type: 'disabled' },
    { type: 'enabled', budget_tokens: 1025 },
    { type: 'enabled', budget_tokens: 1300 },
  ),
  max_tokens: fc.constantFrom(64, 2, 3, 7, 16, 100, 257),
}

/** The end points of open intervals (M2), samplings together, `system` as blocks (G16). */
const unspecified: NonNullable<Recipe['unspecified']> = {
  features: {
    system: fc.array(textBlock, { minLength: 1, maxLength: 3 }),
    max_tokens: fc.constant(1),
    temperature: fc.constantFrom(0, 1, 0.5),
    top_p: fc.constantFrom(0, 1, 0.9),
    top_k: fc.constantFrom(0, 1, 40),
  },
  places: ['/body/system', '/body/max_tokens', '/body/temperature', '/body/top_p', '/body/top_k'],
}

const asIs = [
  'system',
  'metadata',
  'stop_sequences',
  'temperature',
  'top_p',
  'top_k',
  'thinking',
  'max_tokens',
  'stream',
]

function bodyOf(chosen: Chosen, isStream: boolean): object {
  const turns = turnsOf(chosen)
  const declared = toolsOf(chosen)
  const choice = choiceOf(chosen, declared)
  const members = asIs.flatMap((name) => (name in chosen ? [[name, chosen[name]] as const] : []))
  const thinks = (drawn<{ type: string }>(chosen, 'thinking')?.type ?? 'disabled') === 'enabled'
  return {
    model: 'messages-model-1',
    max_tokens: declared.length === 0 ? 64 : 256,
    messages: turns,
    ...(declared.length === 0 ? {} : { tools: declared }),
    ...(choice === undefined ? {} : { tool_choice: choice }),
    ...Object.fromEntries(members),
    ...(thinks ? { max_tokens: 1400 } : {}),
    ...(isStream ? { stream: true } : {}),
  }
}

function turnsOf(chosen: Chosen): readonly object[] {
  const earlier = drawn<readonly Before[]>(chosen, 'before') ?? []
  const question = { role: 'user', content: chosen['question'] ?? plainText }
  const prefill = chosen['prefillBlocks'] ?? chosen['prefill']
  const last = prefill === undefined ? [] : [{ role: 'assistant', content: prefill }]
  return [...earlier.flatMap(messagesFor), question, ...last]
}

function messagesFor(turn: Before, index: number): readonly object[] {
  if (turn.kind === 'goes-on') return [{ role: 'user', content: turn.said }]
  const asked = { role: 'user', content: turn.asked }
  if (turn.kind === 'exchange') return [asked, { role: 'assistant', content: turn.answered }]
  const id = (at: number) => `toolu_${index}_${at}`
  const input = weather.about.example
  const uses = turn.results.map(({ use }, at) => ({ type: 'tool_use', id: id(at), name: weather.name, input, ...use }))
  const results = turn.results.map(({ result: one }, at) => ({ type: 'tool_result', tool_use_id: id(at), ...one }))
  return [
    asked,
    { role: 'assistant', content: [...turn.before, ...uses] },
    { role: 'user', content: results },
    { role: 'assistant', content: plainText },
  ]
}

/** The tools drawn, and the one that earlier turns used. */
function toolsOf(chosen: Chosen): readonly Block[] {
  const own = drawn<readonly Tool[]>(chosen, 'tools') ?? []
  const isUsed = (drawn<readonly Before[]>(chosen, 'before') ?? []).some(({ kind }) => kind === 'tools')
  const isNeeded = isUsed || (own.length === 0 && 'choice' in chosen && !('dated' in chosen))
  const others = isUsed ? own.filter(({ name }) => name !== weather.name) : own
  const all = isNeeded ? [weather, ...others] : own
  const custom = all.map(({ name, about, more }) => ({ name, ...more, input_schema: about.schema }))
  return [...custom, ...(drawn<readonly Block[]>(chosen, 'dated') ?? [])]
}

function choiceOf(chosen: Chosen, declared: readonly Block[]): object | undefined {
  const choice = drawn<{ type: string; index?: number }>(chosen, 'choice')
  if (choice?.index === undefined) return choice
  const { index, ...rest } = choice
  return { ...rest, name: declared[index % declared.length]?.['name'] }
}

function flags(name: string): fc.Arbitrary<object> {
  return fc.constantFrom<object>({}, { [name]: true }, { [name]: false })
}

function kinds(): fc.Arbitrary<object> {
  return fc.constantFrom<object>({}, {}, { type: 'custom' })
}
