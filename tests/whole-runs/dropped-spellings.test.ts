import { expect, test } from 'vitest'
import { startInFront } from '../bad-targets/in-front.ts'
import { jsonOf } from '../bad-targets/operation-of.ts'
import { judgedRun } from '../judged-run.ts'

/** The requirements on the effect of the names, without those on their types and values. */
const effects = ['content.mode-*-calls-*', 'content.json-mode-*', 'content.stream-json-mode-*']

test.each([
  ['tool_config', 'content.mode-none-calls-nothing'],
  ['function_calling_config', 'content.mode-none-calls-nothing'],
  ['function_declarations', 'content.mode-any-calls-a-function'],
  ['response_mime_type', 'content.json-mode-parses'],
  ['response_mime_type', 'content.stream-json-mode-parses'],
  ['response_schema', 'content.json-mode-fits-schema'],
])('a gateway that accepts %s and drops it fails %s', async (word, expected) => {
  const gateway = await startInFront((request, forward) =>
    forward({ ...request, body: Buffer.from(without(request.body, word)) }),
  )
  const { results } = await judgedRun(gateway, ['content-generation'], { requirements: effects })
  expect(results).toContain(`fail ${expected}`)
})

function without(body: Buffer, word: string): string {
  return JSON.stringify(jsonOf(body), (name, value) => (name === word ? undefined : value))
}
