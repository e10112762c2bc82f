import { expect, test } from 'vitest'
import { longQuestions } from '../../conformance/specification/areas/vocabulary.ts'
import { type Answer, type Behaviour, startInFront, type TargetRequest } from '../bad-targets/in-front.ts'
import { judgedRun } from '../judged-run.ts'

const nonceIn = /nonce-[0-9a-f]{16}/

/** Passes on the first half of the first stream with each nonce that counts, and waits until its client has left. */
function whenLeft(onLeft: (request: TargetRequest) => void, otherwise: Behaviour): Behaviour {
  const seen = new Set<string>()
  return async (request, forward) => {
    const text = request.body.toString()
    const [nonce] = nonceIn.exec(text) ?? []
    const isStream = request.operation?.endsWith('.stream') === true
    if (!isStream || nonce === undefined || seen.has(nonce) || !text.includes(longQuestions.counting))
      return otherwise(request, forward)
    seen.add(nonce)
    const { body, ...answer } = await forward(request)
    const half = Buffer.from(body).subarray(0, body.length >> 1)
    return { ...answer, body: half, after: 'stays open', onLeft: () => onLeft(request) }
  }
}

/** Adds words to the first text of a reply. */
function saying(words: string, answer: Answer): Answer {
  return { ...answer, body: answer.body.toString().replace(/"text":"(?=[^"])/, `"text":"${words} `) }
}

const areas = ['messages', 'content-generation'] as const

test.each(areas)('%s: a gateway conforms whose clients may leave streams', async (area) => {
  let left = 0
  const target = await startInFront(
    whenLeft(
      () => {
        left += 1
      },
      (request, forward) => forward(request),
    ),
  )
  const { results } = await judgedRun(target, [area], { requirements: ['*replies-do-not-mix'] })
  expect({ results, left }).toEqual({ results: [], left: 1 })
})

test.each(areas)('%s: a gateway fails whose replies continue with a stream that was left', async (area) => {
  let rest: string | undefined
  const target = await startInFront(
    whenLeft(
      ({ body }) => {
        rest = nonceIn.exec(body.toString())?.[0]
      },
      async (request, forward) => {
        const answer = await forward(request)
        if (rest === undefined || answer.status !== 200 || request.body.includes(rest)) return answer
        const words = rest
        rest = undefined
        return saying(words, answer)
      },
    ),
  )
  const { results } = await judgedRun(target, [area], { requirements: ['*replies-do-not-mix'] })
  expect(results).toContainEqual(expect.stringMatching(/^fail (messages|content)\.replies-do-not-mix$/))
})
