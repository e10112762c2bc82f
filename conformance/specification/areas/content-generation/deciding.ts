import { isObject, itemsOf, type Members, membersOf } from '../../../../schemas/json.ts'
import type { Deciding, DecidingChoice } from '../../../core/model/arbitraries.ts'
import { choicesFor, namedByText, resized, stopChoices, toolCounts } from '../deciding.ts'
import { forcedNames, toolNames } from '../vocabulary.ts'
import { enums, longestName } from './arrange.ts'

/** A larger number is not specified (interpretation G16). */
const candidates = {
  two: {
    isMade: (body) => configIn(body)['candidateCount'] === 2,
    make: (body) => withConfig(body, { candidateCount: 2 }),
    isNeutral: true,
  },
} satisfies Deciding[string]

/** Choices that decide together how a model calls functions, forms its output, and stops. */
export const decidingContents: readonly Deciding[] = [
  {
    candidates,
    functions: choicesFor(namedByText(toolCounts), (count) => ({
      isMade: (body) => functionsIn(body).length === count,
      make: (body) => withFunctions(body, count),
    })),
    mode: {
      ...choicesFor(namedByText(['ANY', 'NONE']), (mode) => modeOf(mode)),
      ...choicesFor(forcedNames, (name) => modeOf('ANY', name.slice(0, longestName))),
    },
  },
  {
    candidates,
    form: {
      'a word': formOf('text/x.enum', wordOf, ({ type }) => type === 'STRING'),
      'a word in JSON': formOf('application/json', wordOf, ({ type }) => type === 'STRING'),
      ...choicesFor({ 'an object of two': 2, 'an object of four': 4 }, (count) =>
        formOf(
          'application/json',
          (schema) => objectOf(schema, count),
          ({ type, properties }) => type === 'OBJECT' && Object.keys(membersOf(properties)).length === count,
        ),
      ),
      ...choicesFor(namedByText([0, 1, 3]), (least) =>
        formOf(
          'application/json',
          (schema) => listOf(schema, least),
          ({ type, minItems }) => type === 'ARRAY' && minItems === least,
        ),
      ),
    },
  },
  stopChoices(
    (body) => itemsOf(configIn(body)['stopSequences']),
    // A stop sequence may cut an answer, and cut JSON cannot be judged as a whole.
    (body, list) => (formIn(body) === undefined ? withConfig(body, { stopSequences: list }) : undefined),
  ),
]

function configIn({ generationConfig }: Members): Members {
  return membersOf(generationConfig)
}

function withConfig(body: Members, members: Members): Members {
  return { ...body, generationConfig: { ...configIn(body), ...members } }
}

function formIn(body: Members): unknown {
  const { responseMimeType, response_mime_type } = configIn(body)
  return responseMimeType ?? response_mime_type
}

function functionsIn({ tools }: Members): readonly Members[] {
  return itemsOf(tools).flatMap((tool) => {
    const { functionDeclarations, function_declarations } = membersOf(tool)
    return itemsOf(functionDeclarations ?? function_declarations).filter(isObject)
  })
}

/** Earlier turns name functions that have to stay, or tools. */
function usesTools({ contents }: Members): boolean {
  const text = JSON.stringify(contents ?? [])
  return ['"functionCall"', '"function_call"', '"executableCode"', '"executable_code"'].some((one) =>
    text.includes(one),
  )
}

/** Functions exclude another form of output. */
function withFunctions(body: Members, count: number): Members | undefined {
  if (usesTools(body)) return undefined
  const own = functionsIn(body)
  const names = toolNames.filter((name) => own.every((one) => one['name'] !== name))
  const functions = resized(own, count, (index) => ({ name: names[index] ?? `tool_${index}` }))
  const { tool_config, ...others } = body
  const counted = { ...withoutForm(others), tools: [{ functionDeclarations: functions }] }
  const { allowedFunctionNames: allowed, ...config } = callingIn(body)
  const name = functions.at(-1)?.['name']
  return allowed === undefined ? counted : withCalling(counted, { ...config, allowedFunctionNames: [name] })
}

function withoutForm(body: Members): Members {
  if (!('generationConfig' in body)) return body
  const { responseMimeType, response_mime_type, responseSchema, response_schema, ...config } = configIn(body)
  return { ...body, generationConfig: config }
}

function callingIn({ toolConfig }: Members): Members {
  return membersOf(membersOf(toolConfig)['functionCallingConfig'])
}

function withCalling(body: Members, functionCallingConfig: Members): Members {
  return { ...body, toolConfig: { functionCallingConfig } }
}

/** Allows only the last function, to catch targets that only read the first. */
function modeOf(mode: string, name?: string): DecidingChoice {
  const allowed = name === undefined ? {} : { allowedFunctionNames: [name] }
  return {
    isMade: (body) => {
      const { mode: own, allowedFunctionNames: names } = callingIn(body)
      return own === mode && (name === undefined || (itemsOf(names).length === 1 && itemsOf(names)[0] === name))
    },
    make(body) {
      const functions = functionsIn(body)
      const counted = withFunctions(body, Math.max(1, functions.length))
      if (counted === undefined) return undefined
      const own = functionsIn(counted)
      const named = own.map((one, index) => (name !== undefined && index === own.length - 1 ? { ...one, name } : one))
      return withCalling({ ...counted, tools: [{ functionDeclarations: named }] }, { mode, ...allowed })
    },
  }
}

function formOf(
  type: string,
  schemaFrom: (own: Members) => Members,
  isSuch: (schema: Members) => boolean,
): DecidingChoice {
  return {
    isMade: (body) => {
      const { responseMimeType, responseSchema } = configIn(body)
      return responseMimeType === type && isSuch(membersOf(responseSchema))
    },
    make(body) {
      if (usesTools(body)) return undefined
      const { tools, toolConfig, tool_config, ...others } = body
      const { responseSchema, response_schema } = configIn(body)
      const { stopSequences, ...config } = configIn(withoutForm(body))
      const schema = schemaFrom(membersOf(responseSchema ?? response_schema))
      return { ...others, generationConfig: { ...config, responseMimeType: type, responseSchema: schema } }
    },
  }
}

function wordOf(own: Members): Members {
  return own['type'] === 'STRING' && 'enum' in own ? own : { type: 'STRING', enum: enums[2] }
}

/** Members that an object gets if it has too few, each of another type. */
const members: Members = {
  name: { type: 'STRING' },
  count: { type: 'INTEGER' },
  done: { type: 'BOOLEAN' },
  parts: { type: 'ARRAY', items: { type: 'STRING' } },
}

/** Returns an object with the last members of a schema, after others if it has too few. */
function objectOf(own: Members, count: number): Members {
  const known = own['type'] === 'OBJECT' ? membersOf(own['properties']) : { value: typed(own) }
  const { type: _type, properties: _properties, required: _required, ...others } = own['type'] === 'OBJECT' ? own : {}
  const properties = Object.fromEntries(Object.entries({ ...members, ...known }).slice(-count))
  return { ...others, type: 'OBJECT', properties, required: Object.keys(properties) }
}

function listOf(own: Members, least: number): Members {
  if (own['type'] !== 'ARRAY') return { type: 'ARRAY', items: typed(own), minItems: least }
  const { maxItems: _, ...others } = own
  return { ...others, minItems: least }
}

function typed(own: Members): Members {
  return 'type' in own ? own : { type: 'STRING' }
}
