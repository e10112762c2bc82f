import { describe, expect, test } from 'vitest'
import type { Area } from '../../conformance/core/model/vocabulary.ts'
import { itemsOf, member } from '../../schemas/json.ts'
import type { Answer, Behaviour, TargetRequest } from '../bad-targets/in-front.ts'
import { unsteady } from '../bad-targets/not-the-same-twice.ts'
import { isMalformed, jsonOf } from '../bad-targets/operation-of.ts'
import { acceptedAnyway } from '../bad-targets/plain-requests.ts'
import { judged } from '../judged-run.ts'

function rejected(status: number, message: string): Answer {
  const error = { type: 'invalid_request_error', message, code: 'invalid' }
  return { status, type: 'application/json', body: JSON.stringify({ error }) }
}

function rejecting(isRejected: (body: Readonly<Record<string, unknown>>) => boolean, status = 400): Behaviour {
  return async (request, forward) =>
    isRejected(jsonOf(request.body)) ? rejected(status, 'This is not supported.') : forward(request)
}

const failures = (results: readonly string[]) => results.filter((result) => result.startsWith('fail '))

describe('a rejection is held against what was rejected each time, and nowhere accepted', () => {
  test('replicas of which one does not know a member are accused of nothing, and the report says how often', async () => {
    const { behaviour } = unsteady.find(({ name }) => name.endsWith('two in turn, one does not know thinking'))!
    const { results, effort } = await judged(['messages'], behaviour(1))
    expect(failures(results)).toEqual([])
    expect(effort).toMatch(/\d+ requests were rejected or failed \d+ of \d+ times, and were served at other times$/)
  })

  test('a rejected member says nothing about its wrong values', async () => {
    const { results } = await judged(
      ['messages'],
      rejecting((body) => 'thinking' in body, 422),
    )
    expect(failures(results)).not.toEqual([])
    expect(failures(results).filter((result) => !/thinking-\w+-accepted$/.test(result))).toEqual([])
  })

  test('a rejected member leaves no other member of the same requests undecided', async () => {
    const { passed } = await judged(
      ['messages'],
      rejecting((body) => 'tools' in body),
    )
    expect(passed).toContain('messages.user-id-of-256-accepted messages.create')
    expect(passed).toContain('messages.user-id-of-256-accepted messages.stream')
  })

  test('a limit on turns is named as a number of items, and no feature is accused', async () => {
    const isLong = ({ messages }: Readonly<Record<string, unknown>>) => Array.isArray(messages) && messages.length > 10
    const { results, causes } = await judged(['messages'], rejecting(isLong))
    expect(failures(results)).toEqual(Array.from({ length: 2 }, () => 'fail messages.combinations-accepted'))
    expect(causes).toEqual([expect.stringContaining('messages (accepted up to 10 items, rejected from 11)')])
  })

  test('a limit on tokens accuses nobody', async () => {
    const { results } = await judged(
      ['messages'],
      rejecting(({ max_tokens }) => Number(max_tokens) > 1100),
    )
    expect(failures(results)).toEqual([])
  })

  test('a limit on bodies that is answered with 413 accuses nobody', async () => {
    const limited: Behaviour = async (request: TargetRequest, forward) =>
      request.body.length > 8192 ? rejected(413, 'The body is too large.') : forward(request)
    const { results } = await judged(['messages'], limited)
    expect(failures(results)).toEqual([])
  })

  test('whoever accepts most violations uses up the budget, and each other status is decided within it', async () => {
    const careless: Behaviour = async (request, forward) => {
      const answer = await forward(request)
      if (answer.status < 400) return answer
      if (answer.status === 401) return rejected(403, 'No access.')
      return isMalformed(request.body) ? rejected(500, 'Unexpected end.') : forward(acceptedAnyway(request))
    }
    const { results, limits } = await judged(['messages', 'content-generation'], careless)
    expect(limits.join()).toContain('accepted model calls')
    expect(results.filter((result) => result.startsWith('inconclusive'))).toEqual([])
    expect(results).toContain('fail messages.key-missing-rejected')
  })

  test('the names of tools without a description are not accused, although only such tools had them', async () => {
    const isBare = (tool: unknown) => member(tool, 'input_schema') !== undefined && !member(tool, 'description')
    const { results, causes } = await judged(
      ['messages'],
      rejecting(({ tools }) => itemsOf(tools).some(isBare)),
    )
    expect(new Set(failures(results))).toEqual(new Set(['fail messages.combinations-accepted']))
    expect(causes).toEqual([expect.stringContaining('without tools[].description (accepted with it)')])
  })

  test('the other spelling of functions without a description is not accused', async () => {
    const isBare = (one: unknown) => member(one, 'description') === undefined
    const functionsIn = (tool: unknown) =>
      ['functionDeclarations', 'function_declarations'].flatMap((name) => itemsOf(member(tool, name)))
    const { results } = await judged(
      ['content-generation'],
      rejecting(({ tools }) => itemsOf(tools).flatMap(functionsIn).some(isBare)),
    )
    const served = ['content.function-declarations-snake-case-accepted', 'content.call-args-fit-parameters']
    expect(failures(results).filter((result) => served.some((name) => result.endsWith(name)))).toEqual([])
  })

  test('a value is not accused if another member is needed beside each of its kind', async () => {
    const { results } = await judged(
      ['images'],
      rejecting((body) => 'style' in body && !('quality' in body)),
    )
    expect(failures(results)).toEqual(['fail images.generate-combinations-accepted'])
  })

  test('a reply to a tool that no input fits is not held against the target', async () => {
    const isDeep = (schema: unknown): boolean =>
      Object.values((member(schema, 'properties') as object | undefined) ?? {}).some((one) =>
        JSON.stringify(one).includes('"properties"'),
      )
    const { results } = await judged(
      ['messages'],
      rejecting(({ tools }) => itemsOf(tools).some((tool) => isDeep(member(tool, 'input_schema')))),
    )
    expect(new Set(failures(results))).toEqual(new Set(['fail messages.combinations-accepted']))
  })

  test('an unserved kind of image is named, since others of its type are served', async () => {
    const { causes } = await judged(
      ['messages'],
      rejecting((body) => JSON.stringify(body).includes('"image/webp"')),
    )
    expect(causes).toEqual([expect.stringContaining('messages[].content[].source.media_type "image/webp"')])
  })

  test('a form of JSON Schema that is rejected is named', async () => {
    const { causes } = await judged(
      ['messages'],
      rejecting(({ tools }) => JSON.stringify(tools ?? []).includes('"anyOf"')),
    )
    expect(causes).toEqual([expect.stringContaining('tools[].input_schema.properties.value.anyOf')])
  })
})

/** Gateways with one limit of their own, and the words by which each cause names it. */
const limits = [
  [
    'at least 16 tokens',
    'messages',
    ({ max_tokens }) => Number(max_tokens) < 16,
    'max_tokens (rejected up to 15, accepted from 16)',
  ],
  [
    'no braces in the system prompt',
    'messages',
    ({ system }) => JSON.stringify(system ?? '').includes('{{'),
    'system "',
  ],
  ['at most eight members', 'messages', (body) => Object.keys(body).length > 8, '9 members (8 at most were accepted)'],
  [
    'at most 4096 characters of text',
    'messages',
    ({ messages }) => textsIn(messages).some(({ length }) => length > 4096),
    'messages[].content (accepted up to 40',
  ],
  [
    'at most eight tools',
    'messages',
    ({ tools }) => Array.isArray(tools) && tools.length > 8,
    'Rejected (400: "This is not supported.") a valid request with tools (accepted up to 8 items, rejected from 9)',
  ],
  [
    'tools with a choice among them',
    'messages',
    (body) => 'tools' in body && !('tool_choice' in body),
    'a valid request with tools[0] and without tool_choice (accepted with it)',
  ],
  [
    'one of two members',
    'messages',
    (body) => 'stop_sequences' in body && 'top_k' in body,
    'a valid request that combines stop_sequences, top_k',
  ],
  [
    'no tool that must be called',
    'messages',
    ({ tool_choice }) => member(tool_choice, 'type') === 'any',
    'a valid request with tool_choice of type "any"',
  ],
  ['fewer than ten pictures', 'images', ({ n }) => n === 10, 'with n 10 ('],
  [
    'only one spelling',
    'content-generation',
    (body) => 'systemInstruction' in body,
    'systemInstruction, which is accepted in its other spelling',
  ],
] as const satisfies readonly (readonly [string, Area, (body: Readonly<Record<string, unknown>>) => boolean, string])[]

test.each(limits)('a gateway that accepts %s is told so', async (_limit, area, isRejected, words) => {
  const { causes } = await judged([area], rejecting(isRejected))
  expect(causes).toContainEqual(expect.stringContaining(words))
})

test('a limit on bodies that is answered with 400 is named in bytes, and no spelling is accused', async () => {
  const limited: Behaviour = async (request, forward) =>
    request.body.length > 4096 ? rejected(400, 'This is not supported.') : forward(request)
  const { causes } = await judged(['messages'], limited)
  expect(causes).toEqual([expect.stringMatching(/ a body of \d+ bytes \(40\d\d at most were accepted\)/)])
})

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
