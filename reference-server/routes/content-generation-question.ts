import { isObject, listIn, numberIn, objectIn, stringIn, stringsIn } from '../model/loose.ts'
import type { Form, Question } from '../model/question.ts'
import type { Tool, ToolDemand } from '../model/tools.ts'
import type { Conversation } from './content-generation-conversation.ts'

type Members = Readonly<Record<string, unknown>>

/** Returns the question to the model for one candidate. */
export function questionFor(candidate: number, body: Members, conversation: Conversation): Question {
  const config = objectIn(body['generationConfig'])
  // Some clients send a single Tool without a list.
  const declared = isObject(body['tools']) ? [body['tools']] : listIn(body['tools']).map(objectIn)
  return {
    ...conversation,
    salt: saltOf(config, candidate),
    limits: {
      // Limits below one are not specified. They allow no text here.
      maxTokens: Math.max(0, numberIn(config['maxOutputTokens']) ?? Number.POSITIVE_INFINITY),
      stopSequences: stringsIn(config['stopSequences']),
    },
    ...readFunctions(declared, objectIn(objectIn(body['toolConfig'])['functionCallingConfig'])),
    runsCode: declared.some(({ codeExecution }) => codeExecution !== undefined),
    form: formOf(config),
  }
}

/** Sampling settings and the index of the candidate change the words. */
function saltOf({ temperature, topP, topK, seed, presencePenalty, frequencyPenalty }: Members, index: number): string {
  return JSON.stringify([temperature, topP, topK, seed, presencePenalty, frequencyPenalty, index])
}

function readFunctions(declared: readonly Members[], { mode, allowedFunctionNames }: Members): FunctionOffer {
  const allowed = stringsIn(allowedFunctionNames)
  const tools = declared
    .flatMap(({ functionDeclarations }) => listIn(functionDeclarations).map(objectIn))
    .map(({ name, parameters, parametersJsonSchema }) => ({
      name: stringIn(name),
      // The second name is not in the specification; newer clients send it.
      schema: parameters ?? parametersJsonSchema ?? { type: 'object' },
    }))
    .filter(({ name }) => allowed.length === 0 || allowed.includes(name))
  return { tools, demand: { mode: modes.get(stringIn(mode)) ?? 'may', isParallel: true } }
}

type FunctionOffer = { readonly tools: readonly Tool[]; readonly demand: ToolDemand }

const modes: ReadonlyMap<string, ToolDemand['mode']> = new Map([
  ['ANY', 'must'],
  ['NONE', 'never'],
])

function formOf({ responseMimeType, responseSchema: own, responseJsonSchema }: Members): Form {
  // The second name is not in the specification; newer clients send it.
  const responseSchema = own ?? responseJsonSchema
  if (responseMimeType === 'application/json') return { as: 'json', schema: responseSchema }
  if (responseMimeType !== 'text/x.enum') return { as: 'text' }
  return { as: 'choice', among: stringsIn(objectIn(responseSchema)['enum']) }
}
