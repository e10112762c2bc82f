import type { ClientRequest } from '../../../core/model/arbitraries.ts'
import { largePicture } from '../large-picture.ts'
import {
  cityArguments,
  linesInScripts,
  longQuestions,
  longText,
  noParameters,
  richArguments,
  toolNames,
  toolSchemas,
} from '../vocabulary.ts'
import { documents, pictures } from './media.ts'
import { weatherFunction } from './provoking.ts'

const question = { role: 'user', parts: [{ text: 'Name a color of the rainbow.' }] }

function body(members: object): object {
  return { contents: [question], ...members }
}

function declared(...functionDeclarations: readonly object[]): object {
  return { tools: [{ functionDeclarations }] }
}

function mode(name: string, more: object = {}): object {
  return { toolConfig: { functionCallingConfig: { mode: name, ...more } } }
}

function call(args: object | undefined, name = weatherFunction.name): object {
  return { functionCall: { name, ...(args === undefined ? {} : { args }) } }
}

function response(of: object, name = weatherFunction.name): object {
  return { functionResponse: { name, response: of } }
}

const [first = '', second = ''] = toolNames
const withoutParameters = [
  { name: first, description: longText(2000) },
  ...noParameters.map((parameters, index) => ({ name: toolNames[index + 1], parameters })),
]
const rich = toolSchemas.map(({ schema, shows }, index) => ({
  name: `mcp__docs-server__tool_${index}`,
  description: `A function that shows ${shows}.`,
  parameters: schema,
}))

const anyArguments = { name: 'mcp__docs-server__write' }

function turnsOf(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? { role: 'user', parts: [{ text: `Name color number ${index / 2 + 1} of the rainbow.` }] }
      : { role: 'model', parts: [{ text: `Here is color number ${(index + 1) / 2}.` }] },
  )
}

/**
 * Requests for the comparison of token counts (interpretation C13). The first is compared with those below that add only
 * a system prompt, a history, a function or a picture. The plain request is sent several times in any case.
 */
const counts: readonly ClientRequest[] = [
  { id: 'count-base', shows: 'token counts of a short request', body: body({}) },
  ...[{ weather: 'mild' }, { weather: 'mild', report: longText(2000) }].map((of, index) => ({
    id: `count-response-${index + 1}`,
    shows: 'token counts of a function response',
    body: body({
      ...declared(weatherFunction),
      contents: [
        { role: 'user', parts: [{ text: 'What is the weather?' }] },
        { role: 'model', parts: [call({ city: 'Oslo' })] },
        { role: 'user', parts: [response(of)] },
      ],
    }),
  })),
  {
    id: 'count-document',
    shows: 'token counts of a document',
    body: body({ contents: [{ role: 'user', parts: [{ inlineData: documents.pdf }, ...question.parts] }] }),
  },
]

/** Requests as clients of the content-generation format send them. Each is valid, and none is drawn by chance. */
export const contentClients: readonly ClientRequest[] = [
  {
    id: 'functions-without-parameters',
    shows: 'functions without parameters',
    body: body(declared(...withoutParameters)),
  },
  ...['AUTO', 'ANY', 'NONE'].map((name) => ({
    id: `${name.toLowerCase()}-without-parameters`,
    shows: `a function without parameters in the mode ${name}`,
    body: body({ ...declared(withoutParameters[0]!), ...mode(name) }),
  })),
  {
    id: 'allowed-without-parameters',
    shows: 'an allowed function without parameters',
    body: body({ ...declared(...withoutParameters), ...mode('ANY', { allowedFunctionNames: [second] }) }),
  },
  ...[0, 4, 8, 12].map((at, index) => ({
    id: `function-schemas-${index + 1}`,
    shows: `functions with ${toolSchemas
      .slice(at, at + 4)
      .map(({ shows }) => shows)
      .join(', ')}`,
    body: body({ ...declared(...rich.slice(at, at + 4)), ...mode('AUTO') }),
  })),
  {
    id: 'parallel-functions',
    shows: 'parallel calls after a text, and empty arguments',
    body: body({
      ...declared(weatherFunction, ...withoutParameters),
      contents: [
        { role: 'user', parts: [{ text: 'What is the weather?' }] },
        {
          role: 'model',
          parts: [{ text: 'First.' }, call({ city: 'Oslo' }), call({}, first), call(undefined, second)],
        },
        { role: 'user', parts: [response({ weather: 'mild' }), response({ all: [] }, first), response({}, second)] },
      ],
    }),
  },
  { id: 'many-turns', shows: 'a history of 40 turns', body: body({ contents: [...turnsOf(40), question] }) },
  {
    id: 'many-parts',
    shows: 'a system prompt and a turn of 30 parts in several scripts',
    body: body({
      systemInstruction: { parts: linesInScripts(6).map((text) => ({ text })) },
      contents: [
        {
          role: 'user',
          parts: linesInScripts(30).map((line, index) =>
            index === 14 ? { inlineData: pictures.png } : { text: line },
          ),
        },
      ],
    }),
  },
  {
    id: 'agent-session',
    shows: 'a session of a coding agent',
    body: body({
      systemInstruction: { parts: [{ text: longText(2400) }] },
      generationConfig: { temperature: 1, maxOutputTokens: 1024 },
      ...declared(...withoutParameters, ...rich.slice(0, 8), weatherFunction, anyArguments),
      contents: [
        { role: 'user', parts: [{ text: 'Here is the project.' }, { text: 'List the files first.' }] },
        { role: 'model', parts: [{ text: 'I list them.' }, call({}, second)] },
        { role: 'user', parts: [response({ files: [longText(1200)], ...richArguments }, second)] },
        { role: 'model', parts: [call(richArguments, anyArguments.name)] },
        { role: 'user', parts: [response({ error: 'No such file' }, anyArguments.name)] },
      ],
    }),
  },
  {
    id: 'long-body',
    shows: 'a body of 150 KB',
    body: body({
      ...declared(weatherFunction),
      contents: [
        ...Array.from({ length: 10 }, () => [
          { role: 'user', parts: [{ text: 'What is the weather?' }] },
          { role: 'model', parts: [call({ city: 'Oslo' })] },
          { role: 'user', parts: [response({ report: longText(14_600) })] },
          { role: 'model', parts: [{ text: 'It is mild.' }] },
        ]).flat(),
        question,
      ],
    }),
  },
  {
    id: 'long-text',
    shows: 'a text of 20 000 characters',
    body: body({ contents: [{ role: 'user', parts: [{ text: longText(20_000) }] }] }),
  },
  {
    id: 'long-system',
    shows: 'a system prompt of 5 000 characters',
    body: body({ systemInstruction: { parts: [{ text: longText(5000) }] } }),
  },
  {
    id: 'large-picture',
    shows: 'a picture of 200 KB',
    body: body({
      contents: [
        {
          role: 'user',
          parts: [{ inlineData: { mimeType: 'image/png', data: largePicture() } }, ...question.parts],
        },
      ],
    }),
  },
  {
    id: 'counting',
    shows: 'a long reply',
    body: body({
      generationConfig: { maxOutputTokens: 1024 },
      contents: [{ role: 'user', parts: [{ text: longQuestions.counting }] }],
    }),
  },
  {
    id: 'three-functions',
    shows: 'a reply that calls three functions with values beyond ASCII',
    body: body({
      ...declared(...['get_weather', 'get_time', 'get_news'].map((name) => ({ name, parameters: cityArguments }))),
      ...mode('ANY'),
      contents: [
        {
          role: 'user',
          parts: [{ text: longQuestions.threeFunctions }],
        },
      ],
    }),
  },
  ...counts,
]
