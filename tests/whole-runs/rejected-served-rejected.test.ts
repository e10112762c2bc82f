import { describe, expect, test } from 'vitest'
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

  test('a limit on turns is named as a number of items, and no feature is accused', async () => {
    const isLong = ({ messages }: Readonly<Record<string, unknown>>) => Array.isArray(messages) && messages.length > 10
    const { results, causes } = await judged(['messages'], rejecting(isLong))
    expect(failures(results)).toEqual(Array.from({ length: 2 }, () => 'fail messages.combinations-accepted'))
    expect(causes).toEqual([expect.stringContaining('messages with 11 items (10 at most were accepted)')])
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

  test('a form of JSON Schema that is rejected is named', async () => {
    const { causes } = await judged(
      ['messages'],
      rejecting(({ tools }) => JSON.stringify(tools ?? []).includes('"anyOf"')),
    )
    expect(causes).toEqual([expect.stringContaining('tools[].input_schema.properties.value.anyOf')])
  })
})
