import { expect, test } from 'vitest'
import type { Exchange } from '../../../core/model/exchange.ts'
import { observe } from '../../../engine/judge/index.ts'
import { answer, brokenBy, candidate, exchange, rejection, reply } from './exchange.fixture.ts'
import suite from './index.ts'
import { generateContent } from './operations.ts'
import { chosenFunction, codeExecution } from './templates/tools.ts'
import { plain } from './templates/turns.ts'

const defects: readonly (readonly [string, readonly string[], Exchange])[] = [
  ['an error in a 200', ['content.reply-recognised'], reply(plain, rejection)],
  ['a list as a reply', ['content.reply-object'], reply(plain, [])],
  [
    'HTML in a 200',
    ['content.reply-json'],
    exchange(generateContent, plain, 200, [['content-type', 'text/html']], '<html>'),
  ],
  ['candidates as an object', ['content.reply-candidates'], reply(plain, { candidates: {} })],
  [
    'a finish reason of another dialect',
    ['content.reply-finish-reason'],
    reply(plain, candidate({ finishReason: 'stop' })),
  ],
  [
    'a negative count',
    ['content.reply-token-counts'],
    reply(plain, { candidates: [], usageMetadata: { totalTokenCount: -1 } }),
  ],
  [
    'a count as a string',
    ['content.reply-token-counts'],
    reply(plain, { candidates: [], usageMetadata: { totalTokenCount: '3' } }),
  ],
  ['an index as a string', ['content.reply-index'], reply(plain, candidate({ index: '0' }))],
  ['parts that are not a list', ['content.reply-content'], reply(plain, { candidates: [{ content: { parts: {} } }] })],
  ['text that is not a string', ['content.reply-text'], reply(plain, answer({ text: 7 }))],
  [
    'a call without a name',
    ['content.reply-function-call'],
    reply(chosenFunction, answer({ functionCall: { args: {} } })),
  ],
  [
    'a score beyond 1',
    ['content.grounding-scores'],
    reply(plain, candidate({ groundingMetadata: { groundingSupports: [{ confidenceScores: [1.5] }] } })),
  ],
  [
    'a range that ends before it starts',
    ['content.end-index-not-before-start'],
    reply(plain, candidate({ citationMetadata: { citationSources: [{ startIndex: 3, endIndex: 2 }] } })),
  ],
  ['fields in snake_case', ['content.reply-camel-case'], reply(plain, candidate({ finish_reason: 'STOP' }))],
  [
    'a role of user',
    ['content.candidate-role-model'],
    reply(plain, { candidates: [{ content: { parts: [], role: 'user' } }] }),
  ],
  [
    'ascending log probabilities',
    ['content.top-candidates-descending'],
    reply(
      plain,
      candidate({
        logprobsResult: { topCandidates: [{ candidates: [{ logProbability: -2 }, { logProbability: -1 }] }] },
      }),
    ),
  ],
  [
    'fewer chosen than steps',
    ['content.chosen-candidates-length'],
    reply(plain, candidate({ logprobsResult: { topCandidates: [{}], chosenCandidates: [] } })),
  ],
  [
    'a result before its code',
    ['content.code-before-result'],
    reply(
      codeExecution,
      answer({ codeExecutionResult: { outcome: 'OUTCOME_OK' } }, { executableCode: { language: 'PYTHON', code: '' } }),
    ),
  ],
]

test.each(defects)('%s violates only %j', (_, ids, told) => {
  expect(brokenBy(observe(suite.operations, told))).toEqual([...ids].sort())
})
