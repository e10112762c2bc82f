import type { Operation } from '../../../model/operation.ts'
import type { Probe } from '../../../model/plan.ts'
import { nonce } from '../../nonces.ts'
import { generateContent, streamContent } from '../operations.ts'
import { question } from '../templates/build.ts'

const width = 8

/** Requests that run at the same time, each with its own nonce (interpretation G17). */
export default [atOnce(generateContent), atOnce(streamContent)]

function atOnce(operation: Operation): Probe {
  return {
    id: `${operation.id}.at-once`,
    operation: operation.id,
    purpose: `${width} requests, as many at the same time as the run allows`,
    profile: 'standard',
    aims: ['content.replies-do-not-mix'],
    requests: width,
    cost: { calls: width, images: 0 },
    *steps({ seed }) {
      yield Array.from({ length: width }, (_, ordinal) => {
        return operation.write(question(`Repeat this word three times: ${nonce(seed, ordinal)}`))
      })
    },
  }
}
