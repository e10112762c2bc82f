import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { IncomingRequest } from '../incoming-request.ts'
import type { Reply } from '../reply.ts'
import type { ServerState } from '../state.ts'
import contentGeneration from './content-generation.ts'
import type { Generated } from './content-generation-reply.ts'

const [whole, streamed] = contentGeneration
const noViolations = { violations: [], open: [], uses: [], spoken: new Set() }
let ordinal = 0

function replyTo(body: unknown, route = whole!): Reply {
  const value = { path: { model: 'content-model-1' }, body }
  const request = {
    endpoint: route.endpoint(value),
    value,
    validation: noViolations,
    ordinal: ++ordinal,
  } as unknown as IncomingRequest
  return route.handle(request, {} as ServerState) as Reply
}

function generatedFor(body: unknown): Generated {
  const reply = replyTo(body)
  return (reply.body.kind === 'json' ? reply.body.value : undefined) as Generated
}

const contents = [{ role: 'user', parts: [{ text: 'name a calm colour' }] }]
const declare = (name: string) => ({ functionDeclarations: [{ name, parameters: { type: 'OBJECT' } }] })

const bodies = fc.record({
  contents: fc.array(
    fc.record({ role: fc.constantFrom('user', 'model'), parts: fc.array(fc.record({ text: fc.lorem() })) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
  tools: fc.subarray([declare('weather'), declare('clock'), { codeExecution: {} }]),
  generationConfig: fc.record({
    maxOutputTokens: fc.integer({ min: 1, max: 80 }),
    candidateCount: fc.integer({ min: 1, max: 3 }),
    stopSequences: fc.array(fc.lorem({ maxCount: 1 }), { maxLength: 5 }),
    responseLogprobs: fc.boolean(),
    logprobs: fc.nat(5),
    responseMimeType: fc.constantFrom('text/plain', 'application/json'),
  }),
})

test('any JSON body gets a response', () => {
  fc.assert(fc.property(fc.jsonValue(), (body) => void expect(replyTo(body).status).toBe(200)))
})

test('the events of a stream add up to the complete response', () => {
  fc.assert(
    fc.property(bodies, (body) => {
      const { responseId: _, ...generated } = generatedFor(body)
      expect(assembled(replyTo(body, streamed!))).toEqual(flattened(generated))
    }),
  )
})

test('the number of candidates and their token limits are respected', () => {
  fc.assert(
    fc.property(bodies, (body) => {
      const { candidates, usageMetadata } = generatedFor(body)
      const { candidateCount, maxOutputTokens } = body.generationConfig
      expect(candidates.map(({ index }) => index)).toEqual([...Array(candidateCount).keys()])
      for (const { tokenCount } of candidates) expect(tokenCount).toBeLessThanOrEqual(maxOutputTokens)
      expect(usageMetadata.candidatesTokenCount).toBe(candidates.reduce((sum, { tokenCount }) => sum + tokenCount, 0))
    }),
  )
})

test('log probabilities have as many chosen as top candidates', () => {
  fc.assert(
    fc.property(bodies, (body) => {
      for (const { logprobsResult } of generatedFor(body).candidates) {
        expect(logprobsResult !== undefined).toBe(body.generationConfig.responseLogprobs)
        const { topCandidates = [], chosenCandidates = [] } = (logprobsResult ?? {}) as Record<string, unknown[]>
        expect(topCandidates.length).toBe(chosenCandidates.length)
      }
    }),
  )
})

test('functions are called according to mode and allowed names', () => {
  const tools = [declare('weather'), declare('clock')]
  const calls = (functionCallingConfig: unknown) =>
    generatedFor({ contents, tools, toolConfig: { functionCallingConfig } }).candidates.flatMap(({ content }) =>
      content.parts.flatMap(({ functionCall }) => (functionCall ? [(functionCall as { name: string }).name] : [])),
    )
  expect(calls({ mode: 'ANY' })).toEqual(['weather', 'clock'])
  expect(calls({ mode: 'ANY', allowedFunctionNames: ['clock'] })).toEqual(['clock'])
  expect(calls({ mode: 'AUTO' })).toEqual(['weather', 'clock'])
  expect(calls({ mode: 'NONE' })).toEqual([])
})

test('a single Tool is treated as a list of one', () => {
  const toolConfig = { functionCallingConfig: { mode: 'ANY' } }
  const listed = generatedFor({ contents, toolConfig, tools: [declare('weather')] })
  const { candidates } = generatedFor({ contents, toolConfig, tools: declare('weather') })
  expect(candidates).toEqual(listed.candidates)
  expect(candidates[0]?.content.parts).toMatchObject([{ functionCall: { name: 'weather' } }])
})

test('text, code, result and further text are in order', () => {
  const [candidate] = generatedFor({ contents, tools: [{ codeExecution: {} }] }).candidates
  const kinds = candidate?.content.parts.flatMap((part) => Object.keys(part))
  expect(kinds).toEqual(['text', 'executableCode', 'codeExecutionResult', 'text'])
})

test('an enum gets one of its members', () => {
  const generationConfig = {
    responseMimeType: 'text/x.enum',
    responseSchema: { type: 'STRING', enum: ['low', 'high'] },
  }
  const [candidate] = generatedFor({ contents, generationConfig }).candidates
  expect(['low', 'high']).toContain(candidate?.content.parts[0]?.['text'])
})

test('media tokens depend on kind and resolution, and an image is returned if requested', () => {
  const media = [{ parts: [{ text: 'look' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }] }]
  const generationConfig = { mediaResolution: 'MEDIA_RESOLUTION_LOW', responseModalities: ['TEXT', 'IMAGE'] }
  const { usageMetadata, candidates } = generatedFor({ contents: media, generationConfig })
  expect(usageMetadata.promptTokensDetails).toEqual([
    { modality: 'TEXT', tokenCount: 1 },
    { modality: 'IMAGE', tokenCount: 64 },
  ])
  expect(candidates[0]?.content.parts.map((part) => Object.keys(part)[0])).toEqual(['text', 'inlineData'])
})

test('each category in the safety settings is rated', () => {
  const safetySettings = [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }]
  const [candidate] = generatedFor({ contents, safetySettings }).candidates
  expect(candidate?.safetyRatings).toEqual([
    { category: 'HARM_CATEGORY_HARASSMENT', probability: 'NEGLIGIBLE', blocked: false },
  ])
})

test('too many candidates return 400', () => {
  expect(replyTo({ contents, generationConfig: { candidateCount: 9 } }).status).toBe(400)
})

type Loose = Record<string, unknown> & { content: { parts: Record<string, unknown>[] } }

/** Joins adjacent texts, so that the positions of a stream's cuts do not matter. */
function joined(parts: readonly Record<string, unknown>[]): unknown[] {
  const runs: Record<string, unknown>[] = []
  for (const part of parts) {
    const last = runs.at(-1)
    if (typeof part['text'] === 'string' && typeof last?.['text'] === 'string') last['text'] += part['text']
    else runs.push({ ...part })
  }
  return runs
}

function flattened({ candidates, ...rest }: object & { candidates: readonly unknown[] }): unknown {
  return { ...rest, candidates: (candidates as Loose[]).map((one) => ({ ...one, content: joined(one.content.parts) })) }
}

function assembled(reply: Reply): unknown {
  const chunks = reply.body.kind === 'events' ? reply.body.events.map(({ data }) => data as Generated) : []
  const found = new Map<number, Loose>()
  for (const candidate of chunks.flatMap(({ candidates }) => candidates) as unknown as (Loose & { index: number })[]) {
    const before = found.get(candidate.index)?.content.parts ?? []
    found.set(candidate.index, { ...candidate, content: { parts: [...before, ...candidate.content.parts] } })
  }
  const { responseId: _, ...facts } = chunks.at(-1)!
  const candidates = [...found].sort(([a], [b]) => a - b).map(([, candidate]) => candidate)
  return flattened({ ...facts, candidates })
}
