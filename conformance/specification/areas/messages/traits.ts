import { isObject, itemsOf, type Members, member } from '../../../../schemas/json.ts'
import type { RequestTrait, TraitRequest } from '../../../core/model/request-trait.ts'
import { hasNoParameters, hasText, holdsAny, isRichSchema, traitsOf } from '../traits.ts'
import { longQuestions } from '../vocabulary.ts'

const on = ['messages.create', 'messages.stream'] as const

function toolsOf({ value }: TraitRequest): readonly unknown[] {
  return itemsOf(member(value.body, 'tools'))
}

function turnsOf({ value }: TraitRequest): readonly unknown[] {
  return itemsOf(member(value.body, 'messages'))
}

function blocksIn(turn: unknown): readonly Members[] {
  return itemsOf(member(turn, 'content')).filter(isObject)
}

function usesOf(one: TraitRequest): readonly Members[] {
  return turnsOf(one).flatMap(blocksIn).filter(isUse)
}

function isUse({ type }: Members): boolean {
  return type === 'tool_use'
}

function isPicture(value: unknown, least: number): boolean {
  return isObject(value) && value['type'] === 'base64' && hasText(value['data'], least)
}

function asks(question: string): RequestTrait['has'] {
  return (one) => member(turnsOf(one).at(-1), 'content') === question
}

export const messagesTraits: readonly RequestTrait[] = [
  ...traitsOf('values and shapes', on, {
    'a tool without parameters': (one) => toolsOf(one).some((tool) => hasNoParameters(member(tool, 'input_schema'))),
    'tool schemas as MCP servers write them': (one) =>
      toolsOf(one).some((tool) => isRichSchema(member(tool, 'input_schema'))),
    'ids of tool uses in other forms': (one) => usesOf(one).some(({ id }) => !String(id).startsWith('toolu_')),
    'several tool uses in a turn': (one) => turnsOf(one).some((turn) => blocksIn(turn).filter(isUse).length > 1),
    'a tool use with an empty input': (one) =>
      usesOf(one).some(({ input }) => isObject(input) && Object.keys(input).length === 0),
    '40 turns': (one) => turnsOf(one).length >= 40,
    '30 parts in a turn': (one) => turnsOf(one).some((turn) => blocksIn(turn).length >= 30),
    'cache marks on tool uses or results': (one) =>
      turnsOf(one)
        .flatMap(blocksIn)
        .some(
          (block) => block['type'] !== 'text' && holdsAny(block, (at) => member(at, 'cache_control') !== undefined),
        ),
  }),
  ...traitsOf('sizes', on, {
    'a body of 150 KB': ({ request }) => request.body.length >= 150_000,
    'a text of 20,000 characters': ({ value }) =>
      holdsAny(member(value.body, 'messages'), (at) => hasText(member(at, 'content'), 20_000)),
    'a system prompt of 5,000 characters': ({ value }) => hasText(member(value.body, 'system'), 5000),
    'a picture of 200 KB': (one) => holdsAny(turnsOf(one), (at) => isPicture(at, 200_000)),
  }),
  ...traitsOf('long replies', on, {
    'counting to three hundred': asks(longQuestions.counting),
    'three tools in one reply': asks(longQuestions.threeTools),
  }),
]
