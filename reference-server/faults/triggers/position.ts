import type { Endpoint } from '../../../conformance/core/model/vocabulary.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { pick } from '../../model/random.ts'
import { lineBreak, long } from './tests.ts'
import { type DrawTrigger, type OperationKind, operationKindOf, valuesAt, valuesBelow } from './trigger.ts'

const positions = ['first', 'middle', 'last'] as const
type Position = (typeof positions)[number]

/** A feature of a list element. */
interface Thing {
  readonly words: string
  readonly isIn: (element: unknown) => boolean
  /** The positions at which a valid request can have it, by default all. */
  readonly at?: readonly Position[]
}

/** A list and the features of its elements. */
interface Row {
  readonly pointer: string
  readonly things: readonly Thing[]
  readonly on?: readonly Endpoint[]
}

/** Draws a list element by its position and a feature. */
export const positionTrigger: DrawTrigger = (random, on) => {
  const rows = table[operationKindOf(on)].filter((row) => row.on?.includes(on) ?? true)
  if (rows.length === 0) return undefined
  const { pointer, things } = pick(random, rows)
  const { words, isIn, at = positions } = pick(random, things)
  const position = pick(random, at)
  const holds = (request: IncomingRequest): boolean =>
    valuesAt(request, pointer).some((list) => Array.isArray(list) && elementsAt(list, position).some(isIn))
  return { class: 'position', words: `the ${position} element of ${pointer} ${words}`, holds }
}

/** Returns the elements at a position. A list of one element has no positions, and one of two has no middle. */
function elementsAt(list: readonly unknown[], position: Position): readonly unknown[] {
  if (position === 'middle') return list.slice(1, -1)
  if (list.length < 2) return []
  return position === 'first' ? list.slice(0, 1) : list.slice(-1)
}

function has(pointer: string, at?: readonly Position[]): Thing {
  return {
    words: `has ${pointer.slice(1)}`,
    isIn: (element) => valuesBelow(element, pointer).length > 0,
    at,
  }
}

function valueIs(pointer: string, wanted: string, at?: readonly Position[]): Thing {
  return {
    words: `has ${pointer.slice(1)} ${wanted}`,
    isIn: (element) => valuesBelow(element, pointer).includes(wanted),
    at,
  }
}

function test(pointer: string, { words, holds }: { words: string; holds: (value: unknown) => boolean }): Thing {
  const subject = pointer === '' ? words : `has ${pointer.slice(1)} that ${words}`
  return { words: subject, isIn: (element) => valuesBelow(element, pointer).some(holds) }
}

const outer: readonly Position[] = ['middle', 'last']
const stops: readonly Thing[] = [test('', lineBreak), test('', long(1, 2)), test('', long(20))]

const table: Readonly<Record<OperationKind, readonly Row[]>> = {
  usage: [],
  images: [
    {
      pointer: '/body/image',
      things: [
        valueIs('/format', 'webp', ['first', 'last']),
        valueIs('/format', 'jpeg', ['first', 'last']),
        valueIs('/alpha', 'none', ['first', 'last']),
      ],
      on: ['images.edit'],
    },
  ],
  messages: [
    {
      pointer: '/body/messages',
      things: [
        has('/content/*/type'),
        valueIs('/content/*/type', 'image'),
        valueIs('/content/*/type', 'tool_result', outer),
        valueIs('/content/*/type', 'tool_use', ['middle']),
        valueIs('/role', 'assistant', outer),
        test('/content', long(60)),
        has('/content/*/cache_control'),
      ],
    },
    {
      pointer: '/body/messages/*/content',
      things: [
        valueIs('/type', 'image'),
        valueIs('/type', 'text'),
        valueIs('/type', 'tool_result'),
        has('/cache_control'),
        test('/text', long(60)),
        test('/text', lineBreak),
      ],
    },
    {
      pointer: '/body/tools',
      things: [
        has('/description'),
        has('/cache_control'),
        valueIs('/type', 'bash_20241022'),
        has('/input_schema/required'),
      ],
    },
    { pointer: '/body/stop_sequences', things: stops },
  ],
  content: [
    {
      pointer: '/body/contents',
      things: [
        has('/parts/*/inlineData'),
        has('/parts/*/functionCall', ['middle']),
        has('/parts/*/functionResponse', outer),
        test('/parts/*/text', long(60)),
        test('/parts/*/text', lineBreak),
      ],
    },
    {
      pointer: '/body/contents/*/parts',
      things: [has('/inlineData'), has('/text'), test('/text', long(60)), test('/text', lineBreak)],
    },
    {
      pointer: '/body/tools/*/functionDeclarations',
      things: [has('/description'), has('/parameters'), has('/parameters/required'), test('/name', long(20))],
    },
    {
      pointer: '/body/safetySettings',
      things: [
        valueIs('/threshold', 'BLOCK_NONE'),
        valueIs('/threshold', 'OFF'),
        valueIs('/threshold', 'BLOCK_ONLY_HIGH'),
        valueIs('/category', 'HARM_CATEGORY_HATE_SPEECH'),
      ],
    },
    { pointer: '/body/generationConfig/stopSequences', things: stops },
  ],
}
