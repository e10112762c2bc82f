import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exchangeWith, responseWith } from '../../core/model/exchange.fixture.ts'
import type { Operation } from '../../core/model/operation.ts'
import type { Plan } from '../../core/model/plan.ts'
import type { Ruling } from '../../engine/judge/index.ts'
import { catalogue } from '../../specification/catalogue.ts'
import { type ExampleRequest, readExamples } from '../config/examples.ts'
import { keepCounterexamples, withExamples } from './counterexamples.ts'

const [create] = catalogue.operations.filter(({ id }) => id === 'messages.create') as [Operation]
const body = { model: 'messages-model-1', max_tokens: 64, messages: [{ role: 'user', content: 'Name a color.' }] }
const header = { 'provider-version': '2023-06-01' }
const [requirement] = catalogue.requirements.filter(({ level }) => level === 'stated') as [Ruling['requirement']]
const folder = () => mkdtempSync(join(tmpdir(), 'mgi-'))

const plan = (cases: Plan['cases']): Plan => {
  return { cases, probes: [], aims: new Set(), requests: cases.length, cost: { calls: 0, images: 0 } }
}

test('minimised counterexamples are saved, and the next run in the folder sends them first', () => {
  const out = folder()
  const exchange = exchangeWith({
    id: 'shrink/a/03',
    request: create.write({ header, body }),
    response: responseWith([]),
  })
  const finding = { exchange: 'messages.create/drawn/01', message: 'm', at: { in: 'body' } }
  const ruling = { requirement, operation: create.id, verdict: 'fail', findings: [finding] } as unknown as Ruling
  const shrunk = new Map([[`${requirement.id} ${finding.exchange}`, exchange.id]])
  keepCounterexamples(out, [ruling], shrunk, catalogue, (id) => (id === exchange.id ? exchange : undefined))
  expect(JSON.parse(readFileSync(join(out, 'counterexamples.json'), 'utf8'))).toEqual([
    { requirement: requirement.id, operation: 'messages.create', header, body },
  ])
  const examples = readExamples(undefined, '/', out)
  expect(examples).toEqual([{ operation: 'messages.create', value: { header, body } }])
  const planned = { id: 'x', operation: create.id, why: { kind: 'plain' }, purpose: '', aims: [] } as const
  const whole = plan([{ ...planned, request: exchange.request, cost: { calls: 0, images: 0 } }])
  const { cases, requests, cost } = withExamples(whole, examples, catalogue)
  expect(cases.map(({ id }) => id)).toEqual(['messages.create/example/01', 'x'])
  expect({ requests, cost }).toEqual({ requests: 2, cost: { calls: 1, images: 0 } })
})

test('a request with a label in its body is no counterexample, because it cannot be sent again', () => {
  const out = folder()
  const request = create.write({ header, body })
  const exchange = exchangeWith({ id: 'a', request, response: responseWith([]), redacted: ['request-body'] })
  const findings = [{ exchange: 'b', message: 'm' }]
  const ruling = { requirement, operation: create.id, verdict: 'fail', findings } as unknown as Ruling
  keepCounterexamples(out, [ruling], new Map([[`${requirement.id} b`, 'a']]), catalogue, () => exchange)
  expect(readExamples(undefined, '/', out)).toEqual([])
})

test.each([
  ['plain', { kind: 'plain' }, 0],
  ['drawn', { kind: 'drawn', covers: [] }, 1],
] as const)('a %s request that fails is kept only if a run does not send it anyway', (_kind, why, kept) => {
  const out = folder()
  const exchange = exchangeWith({ id: 'a', request: create.write({ header, body }), response: responseWith([]), why })
  const findings = [{ exchange: 'a', message: 'm' }]
  const ruling = { requirement, operation: create.id, verdict: 'fail', findings } as unknown as Ruling
  keepCounterexamples(out, [ruling], new Map(), catalogue, () => exchange)
  expect(readExamples(undefined, '/', out)).toHaveLength(kept)
})

test('counterexamples are cleared if nothing fails', () => {
  const out = folder()
  writeFileSync(join(out, 'counterexamples.json'), '[]')
  keepCounterexamples(out, [], new Map(), catalogue, () => undefined)
  expect(readExamples(undefined, '/', out)).toEqual([])
})

test('an example needs only a body, and examples of operations outside the run are ignored', () => {
  const examples: ExampleRequest[] = [
    { operation: 'messages.create', value: { body } },
    { operation: 'content.generate', value: { body: { contents: [] } } },
  ]
  const of = { id: 'x', operation: create.id, why: { kind: 'plain' }, purpose: '', aims: [] } as const
  const whole = plan([{ ...of, request: create.write({ header, body }), cost: { calls: 0, images: 0 } }])
  const { cases } = withExamples(whole, examples, catalogue)
  expect(cases.map(({ request }) => create.read(request))).toEqual([
    { header, body },
    { header, body },
  ])
})

test('an error names the file that is not a list of requests', () => {
  const out = folder()
  for (const text of ['{', '{}', '[{"operation": "messages"}]']) {
    writeFileSync(join(out, 'counterexamples.json'), text)
    expect(() => readExamples(undefined, '/', out), text).toThrow('counterexamples.json')
  }
})
