import { isObject, itemsOf, type Members, member, memberAt } from '../../../../schemas/json.ts'
import type { RequestTrait, TraitRequest } from '../../../core/model/request-trait.ts'
import { hasNoParameters, hasText, holdsAny, isRichSchema, traitsOf } from '../traits.ts'
import { longQuestions } from '../vocabulary.ts'

const on = ['content.generate', 'content.stream'] as const

function functionsOf({ value }: TraitRequest): readonly unknown[] {
  return itemsOf(member(value.body, 'tools')).flatMap((tool) => itemsOf(member(tool, 'functionDeclarations')))
}

function turnsOf({ value }: TraitRequest): readonly unknown[] {
  return itemsOf(member(value.body, 'contents'))
}

function partsIn(turn: unknown): readonly Members[] {
  return itemsOf(member(turn, 'parts')).filter(isObject)
}

function asks(question: string): RequestTrait['has'] {
  return (one) => partsIn(turnsOf(one).at(-1)).some(({ text }) => text === question)
}

function config({ value }: TraitRequest, name: string): unknown {
  return memberAt(value.body, 'generationConfig', name)
}

export const contentTraits: readonly RequestTrait[] = [
  ...traitsOf('values and shapes', on, {
    'a function without parameters': (one) =>
      functionsOf(one).some((declared) => hasNoParameters(member(declared, 'parameters'))),
    'function schemas as MCP servers write them': (one) =>
      functionsOf(one).some((declared) => isRichSchema(member(declared, 'parameters'))),
    'several calls in a turn': (one) =>
      turnsOf(one).some((turn) => partsIn(turn).filter(({ functionCall }) => functionCall !== undefined).length > 1),
    'a call with empty arguments': (one) =>
      turnsOf(one)
        .flatMap(partsIn)
        .some(
          ({ functionCall }) => isObject(functionCall) && Object.keys(member(functionCall, 'args') ?? {}).length === 0,
        ),
    '40 turns': (one) => turnsOf(one).length >= 40,
    '30 parts in a turn': (one) => turnsOf(one).some((turn) => partsIn(turn).length >= 30),
  }),
  ...traitsOf('sizes', on, {
    'a body of 150 KB': ({ request }) => request.body.length >= 150_000,
    'a text of 20,000 characters': ({ value }) =>
      holdsAny(member(value.body, 'contents'), (at) => hasText(member(at, 'text'), 20_000)),
    'a system prompt of 5,000 characters': ({ value }) => hasText(member(value.body, 'systemInstruction'), 5000),
    'a picture of 200 KB': (one) =>
      holdsAny(turnsOf(one), (at) => hasText(memberAt(at, 'inlineData', 'data'), 200_000)),
  }),
  ...traitsOf('long replies', on, {
    'counting to three hundred': asks(longQuestions.counting),
    'three functions in one reply': asks(longQuestions.threeFunctions),
  }),
  ...traitsOf('shown by replies', on, {
    'a safety threshold': ({ value }) => member(value.body, 'safetySettings') !== undefined,
    'response modalities': (one) => config(one, 'responseModalities') !== undefined,
    'several candidates in the mode ANY': (one) =>
      Number(config(one, 'candidateCount') ?? 1) > 1 &&
      memberAt(one.value.body, 'toolConfig', 'functionCallingConfig', 'mode') === 'ANY',
  }),
]
