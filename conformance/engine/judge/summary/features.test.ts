import { expect, test } from 'vitest'
import type { Feature } from '../../../core/model/feature.ts'
import type { Report } from '../../../core/model/report.ts'
import type { ExchangeRequirement } from '../../../core/model/requirement.ts'
import type { Outcome } from '../../../core/model/vocabulary.ts'
import type { ExchangeFact } from '../exchange-fact.ts'
import type { Ruling } from '../ruling.ts'
import { featureResults } from './features.ts'

const asks = () => true
const features: readonly Feature[] = [
  { id: 'text', name: 'Text', asks, shows: asks },
  { id: 'tools', name: 'Tools', asks, shows: asks, members: ['input'] },
  { id: 'pictures', name: 'Pictures', asks },
  { id: 'counts', name: 'Counts', asks, shows: asks, members: ['usage'], ofMembersOnly: true },
  { id: 'errors', name: 'Errors', asks, shows: asks, rejects: 'most' },
  { id: 'keys', name: 'Keys', asks, shows: asks, rejects: 'each' },
]

function fact(exchange: string, more: Partial<ExchangeFact>): ExchangeFact {
  const asked = more.asks ?? ['text']
  return {
    exchange,
    operation: 'messages.create',
    streams: false,
    broken: [],
    isPlain: asked.length === 1 && asked[0] === 'text',
    status: 200,
    responseClass: 'accepted',
    isComplete: true,
    isRecognised: true,
    form: 'json',
    isJsonReply: true,
    asks: asked,
    shows: asked.filter((id) => id !== 'pictures'),
    ...more,
  }
}

const plain = fact('plain', {})
const tool = fact('tool', { asks: ['text', 'tools'] })
const picture = fact('picture', { asks: ['text', 'pictures'] })
const both = fact('both', { asks: ['text', 'tools', 'pictures'] })
const invalid = fact('invalid', { asks: ['errors'], status: 400, responseClass: 'rejected' })
const taken = fact('taken', { asks: ['errors'], shows: [] })

/** The failing requirement, and where it fails. */
interface More {
  readonly pointer?: string
  readonly verdict?: Outcome
  readonly kind?: string
  readonly behind?: true
  readonly at?: 'body' | 'request'
}

/** Returns the states of the features after these exchanges, where one requirement fails on some of them. */
function states(
  facts: readonly ExchangeFact[],
  violating: readonly string[] = [],
  { pointer = '/id', verdict = 'fail', kind = 'exchange', behind, at = 'body' }: More = {},
): Readonly<Record<string, string>> {
  const requirement = { id: 'messages.one', kind, behind, dimension: 'field' } as ExchangeRequirement
  const findings = violating.map((exchange) => ({ exchange, message: 'm', at: { in: at, pointer } }))
  const ruling = { requirement, operation: 'messages.create', findings, violatingExchanges: new Set(violating) }
  const report = {
    requirements:
      violating.length === 0 ? [] : [{ id: 'messages.one', operations: [{ operation: 'messages.create', verdict }] }],
    operations: [{ operation: 'messages.create' }],
    causes: [],
  } as unknown as Report
  const of = new Map([['messages' as const, features]])
  const found = featureResults(of, [ruling as unknown as Ruling], facts, { ...report, harms: () => false })
  return Object.fromEntries(found.map(({ id, state }) => [id, state]))
}

test('a feature works if a reply shows it, and is accepted if none can', () => {
  expect(states([plain, picture])).toMatchObject({ text: 'works', pictures: 'accepted', tools: 'not-tested' })
})

test('a failure on every exchange breaks every feature that they ask for', () => {
  expect(states([plain, tool], ['plain', 'tool'])).toMatchObject({ text: 'broken', tools: 'broken' })
})

test('a failure that only requests with a feature have breaks that one', () => {
  expect(states([plain, tool, both], ['tool', 'both'])).toMatchObject({ text: 'works', tools: 'broken' })
})

test('a failure at a member of a feature breaks no other one, but its requests’ others do not work for sure', () => {
  const found = states([plain, both], ['both'], { pointer: '/content/0/input' })
  expect(found).toMatchObject({ text: 'works', tools: 'broken', pictures: 'warned' })
})

test('counts are broken at their own members alone', () => {
  const counted = fact('plain', { asks: ['text', 'counts'] })
  expect(states([counted], ['plain'])).toMatchObject({ text: 'broken', counts: 'works' })
  expect(states([counted], ['plain'], { pointer: '/usage' })).toMatchObject({ text: 'warned', counts: 'broken' })
})

test('a rejected feature takes no other with it', () => {
  const rejected = fact('picture', { asks: ['text', 'pictures'], status: 400, responseClass: 'rejected', shows: [] })
  expect(states([plain, rejected], ['picture'], { kind: 'acceptance' })).toMatchObject({
    text: 'works',
    pictures: 'broken',
  })
})

test('a rejected value of a usual member breaks no feature while others are served', () => {
  const limited = fact('limited', { status: 400, responseClass: 'rejected', shows: [] })
  const found = states([plain, tool, limited], ['limited'], { kind: 'acceptance' })
  expect(found).toMatchObject({ text: 'warned', tools: 'works' })
})

test('an implied requirement warns', () => {
  expect(states([plain], ['plain'], { verdict: 'warn' })).toMatchObject({ text: 'warned' })
})

test('errors are broken where most invalid requests are served, and warned where some are', () => {
  expect(states([plain, invalid])).toMatchObject({ errors: 'works' })
  expect(states([plain, taken, { ...taken, exchange: 'other' }, invalid], ['taken'])).toMatchObject({
    errors: 'broken',
  })
  expect(states([plain, taken, invalid], ['taken'], { kind: 'rejection' })).toMatchObject({ errors: 'warned' })
})

test('keys are broken where a request without the right one is served', () => {
  const stranger = { asks: ['keys'], status: 401, responseClass: 'denied' } as const
  expect(states([plain, fact('a', stranger)])).toMatchObject({ keys: 'works' })
  expect(states([plain, fact('a', stranger), fact('b', { asks: ['keys'] })])).toMatchObject({ keys: 'broken' })
})

test('a feature whose requests are all rejected is broken', () => {
  const refused = fact('tool', { asks: ['text', 'tools'], status: 500, responseClass: 'failed', shows: [] })
  expect(states([plain, refused])).toMatchObject({ tools: 'broken' })
})

test('what is lost behind the gateway breaks the feature that it belongs to', () => {
  const lost = (exchange: string, pointer: string) =>
    states([plain, picture, both], [exchange], { behind: true, at: 'request', pointer })
  expect(lost('picture', '/body/messages/0')).toMatchObject({ text: 'works', pictures: 'broken' })
  expect(lost('both', '/body/input')).toMatchObject({ text: 'works', tools: 'broken', pictures: 'accepted' })
  expect(lost('both', '/body/metadata')).toMatchObject({ text: 'works', tools: 'works', pictures: 'accepted' })
  expect(lost('plain', '/body/messages/0')).toMatchObject({ text: 'broken' })
})

test('where a plain request is not served, its features are broken, and all others of the operation do not work for sure', () => {
  const rejected = fact('plain', { asks: ['text'], status: 400, responseClass: 'rejected', shows: [], isPlain: true })
  expect(states([rejected, tool], ['plain'], { kind: 'acceptance' })).toMatchObject({ text: 'broken', tools: 'warned' })
})

test('a feature of which no request is served is broken, whatever the reason', () => {
  const rejected = fact('picture', { asks: ['pictures'], status: 500, responseClass: 'failed', shows: [] })
  expect(states([plain, rejected])).toMatchObject({ text: 'works', pictures: 'broken' })
})
