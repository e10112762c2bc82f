import type { ClientRequest } from '../../../core/model/arbitraries.ts'
import { largePicture } from '../large-picture.ts'
import {
  cityArguments,
  linesInScripts,
  longQuestions,
  longText,
  noParameters,
  richArguments,
  toolIds,
  toolNames,
  toolSchemas,
} from '../vocabulary.ts'
import { sources } from './pieces.ts'

const question = { role: 'user', content: 'Name a color of the rainbow.' }
const mark = { cache_control: { type: 'ephemeral' } }
const weatherTool = {
  name: 'get_weather',
  description: 'Gives the weather of a city.',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}

function body(members: object): object {
  return { model: 'messages-model-1', max_tokens: 256, messages: [question], ...members }
}

function use(id: string, input: object = { city: 'Oslo' }, name = weatherTool.name): object {
  return { type: 'tool_use', id, name, input }
}

function result(id: string, more: object = { content: 'Mild and dry.' }): object {
  return { type: 'tool_result', tool_use_id: id, ...more }
}

function words(text: string): object {
  return { type: 'text', text }
}

/** Returns a conversation in which the tool is used with each of these ids, and that ends with a question. */
function usesWith(ids: readonly string[], content: string): readonly object[] {
  const uses = ids.map((id) => [
    ...toolTurns([use(id)], [result(id, { content })]),
    { role: 'assistant', content: 'Mild.' },
  ])
  return [...uses.flat(), question]
}

function toolTurns(uses: readonly object[], results: readonly object[]): readonly object[] {
  return [
    { role: 'user', content: 'What is the weather?' },
    { role: 'assistant', content: uses },
    { role: 'user', content: results },
  ]
}

const withoutParameters = noParameters.map((schema, index) => ({ name: toolNames[index], input_schema: schema }))
const rich = toolSchemas.map(({ schema, shows }, index) => ({
  name: `mcp__docs-server__tool_${index}`,
  description: `A tool that shows ${shows}.`,
  input_schema: schema,
}))

function turnsOf(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? { role: 'user', content: `Name color number ${index / 2 + 1} of the rainbow.` }
      : { role: 'assistant', content: `Here is color number ${(index + 1) / 2}.` },
  )
}

const anyValue = {
  name: 'mcp__docs-server__write',
  input_schema: { type: 'object', properties: { value: { type: 'object' } } },
}
const picture = { type: 'image', source: sources[0] }

/** A session of a coding agent: a long prompt, many tools, and a history of their uses. */
const session = body({
  system: longText(2400),
  metadata: { user_id: 'user_4f0c_account__session_9d2e' },
  temperature: 0.7,
  tools: [...withoutParameters, ...rich.slice(0, 8), anyValue, { ...weatherTool, ...mark }],
  messages: [
    { role: 'user', content: [words('Here is the project.'), { ...words('List the files first.'), ...mark }] },
    { role: 'assistant', content: [words('I list them.'), use(toolIds[0]!, {}, toolNames[0])] },
    {
      role: 'user',
      content: [result(toolIds[0]!, { content: [words('Two files.'), picture, words(longText(1200))] })],
    },
    { role: 'assistant', content: [use(toolIds[1]!, { value: richArguments }, anyValue.name)] },
    { role: 'user', content: [result(toolIds[1]!, { content: 'No such file', is_error: true }), words('Go on.')] },
  ],
})

/**
 * Requests for the comparison of token counts (interpretation C13). The first is compared with those below that add only
 * a system prompt, a history, a tool or a picture. The plain request is sent several times in any case.
 */
const counts: readonly ClientRequest[] = [
  { id: 'count-base', shows: 'token counts of a short request', body: body({}) },
  ...[[words('Mild.')], [words('Mild.'), words(longText(2000))]].map((content, index) => ({
    id: `count-result-${index + 1}`,
    shows: 'token counts of a tool result',
    body: body({
      tools: [weatherTool],
      messages: toolTurns([use('toolu_1')], [result('toolu_1', { content })]),
    }),
  })),
]

/** Requests as clients of the messages format send them. Each is valid, and none is drawn by chance. */
export const messagesClients: readonly ClientRequest[] = [
  {
    id: 'tools-without-parameters',
    shows: 'tools without parameters, the first with a long description',
    body: body({
      tools: withoutParameters.map((tool, index) => (index === 0 ? { ...tool, description: longText(2000) } : tool)),
    }),
  },
  {
    id: 'one-without-parameters',
    shows: 'a forced tool without parameters',
    body: body({ tools: withoutParameters.slice(0, 1), tool_choice: { type: 'any' } }),
  },
  {
    id: 'named-without-parameters',
    shows: 'a named tool without parameters',
    body: body({ tools: withoutParameters, tool_choice: { type: 'tool', name: toolNames[1] } }),
  },
  ...[0, 4, 8, 12].map((at, index) => ({
    id: `tool-schemas-${index + 1}`,
    shows: `tools with ${toolSchemas
      .slice(at, at + 4)
      .map(({ shows }) => shows)
      .join(', ')}`,
    body: body({ tools: rich.slice(at, at + 4), tool_choice: { type: 'auto' } }),
  })),
  ...[0, Math.ceil(toolIds.length / 2)].map((at, index) => ({
    id: `tool-ids-${index + 1}`,
    shows: 'ids of tool uses in the forms of other providers',
    body: body({
      tools: [weatherTool],
      messages: usesWith(toolIds.slice(at, at + Math.ceil(toolIds.length / 2)), 'Mild and dry.'),
    }),
  })),
  {
    id: 'parallel-tools',
    shows: 'parallel uses, text between them, empty inputs, and results in another order',
    body: body({
      tools: [weatherTool, ...withoutParameters],
      messages: toolTurns(
        [
          words('First.'),
          use('call_1'),
          words('Then.'),
          use('call_2', {}, toolNames[0]),
          use('call_3', {}, toolNames[1]),
        ],
        [
          result('call_3', { content: 'Nothing.' }),
          result('call_1'),
          result('call_2', { content: [words('None.'), words('Two.')] }),
        ],
      ),
    }),
  },
  {
    id: 'many-turns',
    shows: 'a history of 40 turns, and turns of the same role in a row',
    body: body({
      messages: [...turnsOf(40), { role: 'assistant', content: 'That is all.' }, question, question, question],
    }),
  },
  {
    id: 'many-parts',
    shows: 'a system prompt and a turn of 30 parts in several scripts',
    body: body({
      system: linesInScripts(6).join(' '),
      messages: [
        {
          role: 'user',
          content: linesInScripts(30).map((line, index) => (index === 14 ? picture : words(line))),
        },
      ],
    }),
  },
  {
    id: 'cache-marks',
    shows: 'cache marks on tool uses and results, and inside a result',
    body: body({
      tools: [{ ...weatherTool, ...mark }],
      messages: toolTurns(
        [{ ...use('toolu_1'), ...mark }],
        [{ ...result('toolu_1', { content: [{ ...words('Mild.'), ...mark }] }), ...mark }],
      ),
    }),
  },
  { id: 'agent-session', shows: 'a session of a coding agent', body: session },
  {
    id: 'long-body',
    shows: 'a body of 150 KB',
    body: body({
      messages: usesWith(
        Array.from({ length: 10 }, (_, index) => `toolu_${index}`),
        longText(14_600),
      ),
      tools: [weatherTool],
    }),
  },
  {
    id: 'long-text',
    shows: 'a text of 20 000 characters, and a block of them',
    body: body({
      messages: [longText(20_000), [words(longText(20_000))]].map((content) => ({ role: 'user', content })),
    }),
  },
  { id: 'long-system', shows: 'a system prompt of 5 000 characters', body: body({ system: longText(5000) }) },
  {
    id: 'large-picture',
    shows: 'a picture of 200 KB',
    body: body({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: largePicture() } },
            words(question.content),
          ],
        },
      ],
    }),
  },
  {
    id: 'counting',
    shows: 'a long reply',
    body: body({
      max_tokens: 1024,
      messages: [{ role: 'user', content: longQuestions.counting }],
    }),
  },
  {
    id: 'three-tools',
    shows: 'a reply that uses three tools with values beyond ASCII',
    body: body({
      max_tokens: 1024,
      tools: ['get_weather', 'get_time', 'get_news'].map((name) => ({ name, input_schema: cityArguments })),
      tool_choice: { type: 'any' },
      messages: [{ role: 'user', content: longQuestions.threeTools }],
    }),
  },
  ...counts,
]
