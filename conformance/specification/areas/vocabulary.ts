/** Values and shapes that clients of chat APIs send, taken from public recordings and bug reports. */

/** Ids of tool uses in the forms of several providers and proxies. A client sends back the ids that it was given. */
export const toolIds: readonly string[] = [
  'toolu_01A09q90qw90lq917835lq9',
  'toolu_vrtx_01UeFGgYBXVdVCDQHsYGVzvR',
  'toolu_bdrk_01Tt2nVYzoqeJQXbHZ1hVaGx',
  'call_abc123',
  'call_2aRb1hPzyr6pWDqTTrA0q8Ku',
  'call_00_sQhfZK1PZdzFTTS7XmRBEfnC',
  'chatcmpl-tool-3d0a1f5a7f5e4d1fb2a1a3ac6b3b0a0e',
  'tool_0_get_weather',
  'D681PevKs',
  'fc_67ca09c6bedc8190a7abfec07b1a1332096610f474011cc0',
  '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
  'tooluse_kZJMlvQmRJ6eAyJE5GIl7Q',
  '0',
]

/** Names of tools as coding agents and MCP clients build them. */
export const toolNames: readonly string[] = [
  'Bash',
  'Read',
  'TodoWrite',
  'mcp__filesystem__read_file',
  'mcp__github__create_pull_request_review',
  'str_replace_based_edit_tool',
  'execute-sql',
  'browser_navigate',
  'getCurrentWeather',
  'list_files',
]

/** Names of tools that a model is forced to use: of an MCP server, with dashes, and of the greatest length. */
export const forcedNames = {
  'of an MCP server': 'mcp__files__read',
  'with dashes': 'lookup-city-by-name',
  'of 64 characters': `mcp__documents__${'find_pages_of_a_large_collection_'.repeat(2)}`.slice(0, 63).concat('s'),
} as const

/** Arguments of every JSON type: empty, nested and long. */
export const richArguments = {
  text: 'größte Übung: "quoted" \\ 🎨\n',
  empty: '',
  whole: 9_007_199_254_740_991,
  fraction: -0.125,
  yes: true,
  nothing: null,
  none: {},
  list: [[], {}, [1, 'two', null, { three: 3.5 }]],
  deep: { a: { b: { c: { d: ['e'] } } } },
  long: 'river table '.repeat(250),
} as const

/** The ways to write that a tool has no parameters. */
export const noParameters: readonly object[] = [
  { type: 'object' },
  { type: 'object', properties: {} },
  { type: 'object', properties: {}, required: [] },
  { type: 'object', properties: {}, additionalProperties: false },
]

/** A schema of arguments as MCP servers write it, and the part of JSON Schema that it shows. */
export interface ToolSchema {
  readonly shows: string
  readonly schema: object
}

function objectWith(members: Readonly<Record<string, object>>, more: object = {}): object {
  return { type: 'object', properties: members, required: Object.keys(members).slice(0, 1), ...more }
}

const text = { type: 'string' }

export const toolSchemas: readonly ToolSchema[] = [
  {
    shows: '$schema and additionalProperties',
    schema: objectWith(
      { path: { ...text, description: 'The path of the file.' } },
      { $schema: 'http://json-schema.org/draft-07/schema#', additionalProperties: false },
    ),
  },
  {
    shows: 'additionalProperties with a schema',
    schema: objectWith({ headers: { type: 'object', additionalProperties: text } }),
  },
  { shows: 'anyOf', schema: objectWith({ value: { anyOf: [text, { type: 'number' }, { type: 'null' }] } }) },
  {
    shows: 'oneOf',
    schema: objectWith({
      target: {
        oneOf: [objectWith({ id: { type: 'integer' } }), objectWith({ name: text })],
      },
    }),
  },
  {
    shows: 'allOf',
    schema: objectWith({ page: { allOf: [{ type: 'integer' }, { minimum: 1 }] } }),
  },
  {
    shows: '$ref and $defs',
    schema: objectWith(
      { place: { $ref: '#/$defs/place' } },
      { $defs: { place: objectWith({ city: text, country: text }) } },
    ),
  },
  {
    shows: '$ref and definitions',
    schema: objectWith(
      { start: { $ref: '#/definitions/day' }, end: { $ref: '#/definitions/day' } },
      { definitions: { day: { type: 'string', format: 'date' } } },
    ),
  },
  { shows: 'const', schema: objectWith({ kind: { const: 'file' }, mode: { type: 'string', const: 'read' } }) },
  {
    shows: 'format and pattern',
    schema: objectWith({
      url: { type: 'string', format: 'uri' },
      at: { type: 'string', format: 'date-time' },
      branch: { type: 'string', pattern: '^[\\w./-]{1,100}$' },
    }),
  },
  {
    shows: 'bounds',
    schema: objectWith({
      limit: { type: 'integer', minimum: 1, maximum: 100 },
      ratio: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.01 },
      query: { type: 'string', minLength: 1, maxLength: 200 },
      tags: { type: 'array', items: text, minItems: 1, maxItems: 5, uniqueItems: true },
    }),
  },
  {
    shows: 'default, title and examples',
    schema: objectWith(
      { depth: { type: 'integer', default: 2, title: 'Depth', examples: [1, 2] } },
      { title: 'ListArguments', description: 'What to list.' },
    ),
  },
  {
    shows: 'type lists',
    schema: objectWith({ cwd: { type: ['string', 'null'] }, size: { type: ['integer', 'string'] } }),
  },
  { shows: 'nullable enums', schema: objectWith({ unit: { type: ['string', 'null'], enum: ['celsius', null] } }) },
  {
    shows: 'four levels',
    schema: objectWith({
      todos: {
        type: 'array',
        items: objectWith({
          content: text,
          status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] },
          steps: { type: 'array', items: objectWith({ files: { type: 'array', items: objectWith({ path: text }) } }) },
        }),
      },
    }),
  },
  { shows: 'members without a type', schema: objectWith({ value: {}, extra: { description: 'Anything.' } }) },
  {
    shows: 'names with other characters',
    schema: objectWith({ '-n': { type: 'boolean' }, 'file.path': text, $top: text }),
  },
]

export const longQuestions = {
  counting: 'Count from one to three hundred in words.',
  threeTools: 'What are the weather, the time and the news in Malmö? Use all three tools.',
  threeFunctions: 'What are the weather, the time and the news in Malmö? Use all three functions.',
} as const

/**
 * Arguments of the tools that the long questions ask for. Each value has letters beyond ASCII: if a server loses them, the
 * value does not fit.
 */
export const cityArguments = {
  type: 'object',
  properties: { city: { type: 'string', enum: ['Malmö', 'Århus', 'Łódź', 'Москва', '東京'] } },
  required: ['city'],
}

/** Ordinary texts in several scripts (interpretation G13), for operations whose drawn requests lack one by chance. */
const scripts = [
  'Une idée très claire',
  'Назови цвет радуги',
  '虹の色は何色ですか',
  '说出一种颜色',
  'Πες ένα χρώμα',
  '무지개 색 하나',
]

/** Returns this many short texts that differ, in turn in each script. */
export function linesInScripts(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${scripts[index % scripts.length]} ${index + 1}`)
}

/** Sentences of ordinary English, for long texts. */
const sentences = [
  'The harbor was quiet in the early morning.',
  'Two boats came back with their nets half full.',
  'A gull followed them as far as the old pier.',
  'Nobody had expected the wind to turn so soon.',
  'By noon the market smelled of salt and oranges.',
]

/** Returns an ordinary text of exactly this many characters. */
export function longText(length: number): string {
  const whole = sentences.join(' ')
  const repeated = `${whole} `.repeat(Math.ceil(length / (whole.length + 1))).slice(0, length)
  return repeated.replace(/ $/, '.')
}
