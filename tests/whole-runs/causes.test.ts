import { expect, test } from 'vitest'
import type { Cause, Report } from '../../conformance/core/model/report.ts'
import type { Area, Profile } from '../../conformance/core/model/vocabulary.ts'
import { startReferenceServer } from '../../reference-server/index.ts'
import { badTargets } from '../bad-targets.ts'
import { recordedRun } from '../recorded-run.ts'
import { runRegardless } from '../run-regardless.ts'
import { serve, untilTestEnds } from '../serve.ts'

function causesOf(report: Report): readonly Cause[] {
  const failed = report.requirements.flatMap(({ id, operations }) =>
    operations
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
      .map(({ operation }) => `${id}@${operation}`),
  )
  const explained = report.causes.flatMap(({ requirements }) =>
    requirements.map((one) => `${one.requirement}@${one.operation}`),
  )
  expect([...explained].sort(), 'every failed result is in exactly one cause').toEqual([...failed].sort())
  return report.causes
}

/** Returns the ids of causes, each with the number of failed results that it explains. */
function weights(causes: readonly Cause[]): readonly (readonly [string, number])[] {
  return causes.map(({ id, requirements }) => [id, requirements.length])
}

/** Runs against one of the bad targets, by default with the profile smoke. */
async function causesOfTarget(
  id: string,
  { area, profile = 'smoke' }: { readonly area?: Area; readonly profile?: Profile } = {},
): Promise<readonly Cause[]> {
  const target = badTargets.find((one) => one.id === id)
  if (target === undefined) throw new Error(`there is no bad target ${id}`)
  const { url } = await untilTestEnds(target.start())
  const narrow = area === undefined ? {} : { areas: [area] }
  return causesOf((await recordedRun({ url, profile, ...narrow })).report)
}

type OneMistake = readonly [
  target: string,
  id: string,
  explains: number | 'all that fail',
  title: RegExp,
  defect: number | undefined,
]

/**
 * Targets with one defect: the cause, the number of results that it explains, and a pattern of its title. Which rules a
 * smoke run violates is drawn, so the number of results that fail for them is not known.
 */
const ofOneMistake: readonly OneMistake[] = [
  [
    'no-authentication',
    'no-authentication',
    20,
    /^Accepted requests without a valid key; expected a rejection \[8 operations\]$/,
    undefined,
  ],
  [
    'openai-errors',
    'error-body-openai',
    10,
    /^Sent an OpenAI error object .* as the error body; expected .* \[5 operations\]$/,
    31,
  ],
  [
    'openai-chat-on-generate',
    'reply-of-another-kind-openai-chat',
    1,
    /an OpenAI chat completion .*; expected .* \[content.generate\]$/,
    44,
  ],
  ['html-for-unknown', 'reply-of-another-kind-html', 7, /^Returned an HTML page; expected .*/, 35],
  [
    'redirects-messages',
    'operation-redirected-307',
    2,
    /^Redirected the plain request.* \(307\); expected 2xx \[messages.create, messages.stream\]$/,
    undefined,
  ],
  [
    'edits-and-variations-absent',
    'operation-absent-404',
    2,
    /^Returned 404 for the plain request.* \[images.edit, images.variation\]$/,
    48,
  ],
  [
    'validates-nothing',
    'rules-not-enforced',
    'all that fail',
    // Models that it does not serve are not found.
    /^Accepted invalid requests \(\d+ of \d+ rules on 7 operations not enforced\); expected 4xx \[7 operations\]$/,
    undefined,
  ],
  ['rejects-with-405', 'status-of-rejections-405', 'all that fail', /405 .*; expected 400 \[[a-z., ]+\]$/, undefined],
  ['rejects-with-413', 'status-of-rejections-413', 'all that fail', /413 .*; expected 400 \[[a-z., ]+\]$/, undefined],
  ['rejects-with-422', 'status-of-rejections-422', 'all that fail', /422 .*\(`detail`\).* \[[a-z., ]+\]$/, 32],
  [
    'rejects-with-500',
    'status-of-rejections-500',
    'all that fail',
    /500 .*; expected 4xx \[(?:[a-z., ]+|\d operations)\]$/,
    29,
  ],
  [
    'streams-without-stop',
    'stream-end-messages',
    1,
    /^Stream ended without `message_stop` .* \[messages.stream\]$/,
    19,
  ],
  [
    'streams-as-json',
    'stream-as-json',
    3,
    /^Returned one JSON body for streaming requests; .* \[content.stream, messages.stream\]$/,
    25,
  ],
  [
    'wants-image-model',
    'plain-request-rejected-400',
    3,
    /^Returned 400 for the plain request.*: "This is not served."; expected 2xx \[images.generate, /,
    undefined,
  ],
  [
    'no-key-500',
    'status-of-wrong-keys-500',
    8,
    /^Returned 500 for requests without a valid key; .* \[8 operations\]$/,
    undefined,
  ],
]

test.each(ofOneMistake)('a target with one mistake has one cause: %s', async (target, id, explains, title, defect) => {
  // A smoke run may break only a few rules, which are listed one by one.
  const profile = id === 'rules-not-enforced' ? 'standard' : 'smoke'
  const causes = await causesOfTarget(target, { profile })
  expect(weights(causes)).toEqual([[id, explains === 'all that fail' ? expect.any(Number) : explains]])
  expect(causes[0]?.title).toMatch(title)
  expect(causes[0]?.hint).toBeDefined()
  expect(causes[0]?.knownDefects).toEqual(defect === undefined ? undefined : [`defect-${defect}`])
})

test('errors within a stream in place of rejections are one cause', async () => {
  const causes = await causesOfTarget('stream-errors-in-200', { area: 'content-generation' })
  expect(causes.map(({ id }) => id)).toEqual(['rejections-in-200'])
  expect(causes[0]?.title).toContain('content.stream')
  expect(causes[0]?.knownDefects).toEqual(['defect-30'])
})

test('what an absent operation leaves undecided is blocked by it, on that operation', async () => {
  const wanted = { area: 'images', profile: 'standard' } as const
  const [{ blocks }] = (await causesOfTarget('edits-and-variations-absent', wanted)) as readonly [Cause]
  expect(blocks.length).toBeGreaterThan(100)
  expect(new Set(blocks.map(({ operation }) => operation))).toEqual(new Set(['images.edit', 'images.variation']))
  expect(blocks).toContainEqual({ requirement: 'images.reply-data', operation: 'images.edit' })
})

/** Combined faults of the reference server. Each defect has its own cause. */
const ofFaults: readonly (readonly [faults: readonly string[], expected: readonly (readonly [string, number])[]])[] = [
  [[], []],
  [['messages-stream-two-starts'], [['stream-order-messages', 1]]],
  [['messages-error-html', 'content-error-html'], [['error-body-html', 4]]],
  [['content-other-dialect'], [['reply-of-another-kind-openai-chat', 1]]],
  [['content-stream-500'], [['plain-request-rejected-500', 1]]],
  [['usage-html'], [['reply-of-another-kind-html', 1]]],
  [['content-stream-type-of-json'], [['content-type-streams', 1]]],
  [
    ['images-relative-url', 'overlook:content.malformed-json-rejected', 'messages-stream-latin-1'],
    [
      ['member-images-reply-data', 3],
      ['rule-not-enforced-content-body', 2],
      ['messages.stream-utf8', 1],
    ],
  ],
  [
    ['images-variation-501', 'messages-raw-line-breaks'],
    [
      ['operation-absent-501', 1],
      ['reply-of-another-kind-text', 1],
    ],
  ],
]

test.each(ofFaults)('the reference server with the faults %j has the causes %j', async (faults, expected) => {
  const { url } = await untilTestEnds(startReferenceServer({ faults }))
  // A smoke run breaks few rules, so a rule that is not enforced needs a standard run.
  const profile = faults.some((fault) => fault.startsWith('overlook:')) ? 'standard' : 'smoke'
  expect(weights(causesOf((await recordedRun({ url, profile })).report))).toEqual(expected)
})

/** Runs against a server with the same response to every request. */
async function causesWhere(status: number, type: string, body: string): Promise<readonly Cause[]> {
  const { url } = await serve((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(status, { 'content-type': type }).end(body))
  })
  return causesOf(await runRegardless(url))
}

test('a server that has a page for everything has one mistake', async () => {
  expect((await causesWhere(200, 'text/html', '<!doctype html><title>x</title>')).map(({ id }) => id)).toEqual([
    'reply-of-another-kind-html',
  ])
})

test('a server that knows nothing has one mistake, with its status and its body', async () => {
  const [only, ...others] = await causesWhere(404, 'text/html', '<html>not found</html>')
  expect(others).toEqual([])
  expect(only?.id).toBe('operation-absent-404')
  expect(only?.title).toMatch(/^Returned 404 and an HTML page for the plain request.* \[8 operations\]$/)
})

test('a server that accepts everything with half a message comes down to ten causes', async () => {
  const reply = { id: 'x', type: 'message', role: 'assistant', content: [{ type: 'text', text: 'hi' }], model: 'm' }
  const causes = await causesWhere(200, 'application/json', JSON.stringify(reply))
  expect(causes.flatMap(({ requirements }) => requirements).length).toBeGreaterThan(100)
  expect(causes.length).toBeLessThanOrEqual(10)
  expect(causes[0]?.title).toBe(
    'Returned JSON without the required members; expected the body of each operation [5 operations]',
  )
  expect(causes.map(({ title }) => title)).toContainEqual(
    expect.stringMatching(
      /^Accepted invalid requests \((\d+) of \1 rules on messages.create not enforced\); expected 4xx/,
    ),
  )
  expect(causes.map(({ id }) => id)).toContain('no-authentication')
})
