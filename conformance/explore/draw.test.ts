import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import type { Operation } from '../model/operation.ts'
import { documentLanguage, isSound } from '../plan/schema/language.ts'
import { say, subjectOf } from '../plan/subject.ts'
import { drawInvalid, drawUnspecified, drawValid, validRequests } from './draw.ts'
import { featuresOf, pairsOf } from './features.ts'

const [operation] = catalogue.operations.filter(({ id }) => id === 'messages.create') as [Operation]
const subject = subjectOf(documentLanguage, operation, catalogue, new Set())
const plain = subject.templates.slice(0, 1).map(({ value }) => value)
const featuresIn = (value: (typeof plain)[number]) => featuresOf(documentLanguage, 'messages/request', value)

test('features are optional members and kinds, wherever they stand; what users write themselves is one', () => {
  const tools = [
    { name: 'a', description: 'b', input_schema: { type: 'object', properties: { c: { type: 'string' } } } },
  ]
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'c', cache_control: { type: 'ephemeral' } }] }]
  const value = { header: {}, body: { model: 'm', max_tokens: 2, messages, tools, temperature: 0.5 } }
  expect([...featuresIn(value)].sort()).toEqual([
    'messages.content.cacheControl',
    'messages.content.type=text',
    'messages.role=user',
    'temperature',
    'tools',
    'tools.description',
  ])
  expect(pairsOf(['b', 'a', 'c'])).toEqual(['a + b', 'a + c', 'b + c'])
})

test('the requests chosen together cover more pairs of features than as many that are drawn', () => {
  const chosen = drawValid(subject, 1, 6, plain)
  const arbitrary = validRequests(subject) as NonNullable<ReturnType<typeof validRequests>>
  const pairs = (values: typeof plain) => new Set(values.flatMap((value) => pairsOf(featuresIn(value)))).size
  const drawn = fc.sample(arbitrary, { seed: 1, numRuns: 6 })
  expect(pairs(chosen.map(({ drawn: { value } }) => value))).toBeGreaterThan(1.5 * pairs(drawn))
  expect(drawValid(subject, 1, 6, plain)).toEqual(chosen)
})

test('violations that are drawn break as many constraints as there are draws, while there are any', () => {
  const broken = drawInvalid(subject, 1, 20, plain)
  const constraints = new Set(broken.map(({ drawn }) => `${drawn.requirement} ${drawn.constraints.join()}`))
  expect(broken).toHaveLength(20)
  expect(constraints.size).toBeGreaterThan(12)
})

test('requests that ask for what is unspecified break nothing, and none is certainly valid', () => {
  const drawn = drawUnspecified(subject, 1, 6)
  const said = drawn.map(({ drawn: { value } }) => say(subject, value))
  expect(drawn).toHaveLength(6)
  expect(said.flatMap(({ violations }) => violations)).toEqual([])
  expect(said.filter(isSound)).toEqual([])
  expect(said.flatMap(({ open }) => open.map(({ pointer }) => pointer))).toContain('/body/max_tokens')
})
