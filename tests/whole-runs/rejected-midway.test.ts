import { expect, test } from 'vitest'
import type { Answer, Behaviour, TargetRequest } from '../bad-targets/in-front.ts'
import { judged } from '../judged-run.ts'

function json(status: number, value: unknown): Answer {
  return { status, type: 'application/json', body: JSON.stringify(value) }
}

/** The error of an exhausted quota (section 7). */
const quotaExhausted = json(403, {
  error: { code: 403, message: 'Quota exhausted.', status: 'PERMISSION_DENIED', details: [] },
})
const blocked = json(403, { error: { type: 'permission_error', message: 'Blocked.', code: 'waf' } })

/** Answers instead of the reference server, for requests for which `isMeant` holds; counts the requests. */
function instead(answer: Answer, isMeant: (request: TargetRequest, count: number) => boolean): Behaviour {
  let count = 0
  return (request, forward) => {
    count += 1
    return isMeant(request, count) ? Promise.resolve(answer) : forward(request)
  }
}

const failures = (results: readonly string[]) => results.filter((result) => /^(fail|warn) /.test(result))

test.each([40, 150])('a quota that is used up after %i requests is held against no requirement', async (most) => {
  const { results, verdict } = await judged(
    ['content-generation'],
    instead(quotaExhausted, ({ path }, count) => count > most && path.includes('key=test-key')),
  )
  expect(failures(results)).toEqual([])
  expect(verdict).toBe('inconclusive')
})

test('a firewall that answers 403 to text beyond ASCII fails for its ordinary letters only', async () => {
  const isBlocked = ({ body }: TargetRequest) => /[^\t\n\r -~]|\\u(?!00[0-7])/.test(body.toString('latin1'))
  const { results } = await judged(['messages'], instead(blocked, isBlocked))
  expect([...new Set(failures(results))]).toEqual(['fail messages.combinations-accepted'])
})

const overloaded = json(502, { error: { type: 'server_error', message: 'No connection is free.', code: 'pool' } })

test.each([
  1, 2,
])('a target that fails while it serves more than %i others is held against no requirement', async (most) => {
  let active = 0
  const behaviour: Behaviour = async (request, forward) => {
    active += 1
    try {
      return active > most ? overloaded : await forward(request)
    } finally {
      active -= 1
    }
  }
  const { results, verdict } = await judged(['messages'], behaviour)
  expect(failures(results)).toEqual([])
  expect(verdict).toBe('conforming')
})

test('a firewall that rejects a text is described as such, not as a target that rejects the plain request', async () => {
  const { causes } = await judged(
    ['messages'],
    instead(blocked, ({ body }) => body.includes('<br>')),
  )
  expect(causes).not.toEqual([])
  for (const title of causes) expect(title).not.toMatch(/the plain request|the valid key/)
})
