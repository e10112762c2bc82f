import { expect, test } from 'vitest'
import type { RequestValue } from '../../../core/model/operation.ts'
import { startJudge } from '../../../engine/judge/index.ts'
import { answer, rejection, reply } from './exchange.fixture.ts'
import suite from './index.ts'
import { plain } from './templates/turns.ts'

const tools = [{ functionDeclarations: [{ name: 'get_weather' }] }]
const asking = (more: object): RequestValue => ({ ...plain, body: { ...(plain.body as object), tools, ...more } })
const inCamelCase = asking({ toolConfig: { functionCallingConfig: { mode: 'AUTO' } } })
const inSnakeCase = asking({ toolConfig: { function_calling_config: { mode: 'ANY' } } })
const both = asking({ toolConfig: { function_calling_config: { mode: 'AUTO' } } })

test('a spelling and a value that are only rejected together fail the combination requirement', () => {
  const judge = startJudge(suite)
  const served = [plain, asking({}), inCamelCase, inSnakeCase].map((value) => reply(value, answer({ text: 'a' })))
  for (const [index, exchange] of [...served, reply(both, rejection, 400)].entries())
    judge.see({ ...exchange, id: `e${index}` })
  const failing = judge
    .conclude()
    .filter(({ requirement, verdict }) => requirement.kind === 'acceptance' && verdict === 'fail')
  expect(failing.map(({ requirement }) => requirement.id)).toEqual(['content.combinations-accepted'])
})
