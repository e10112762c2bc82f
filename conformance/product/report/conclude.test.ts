import { expect, test } from 'vitest'
import { exchangeWith, responseWith } from '../../core/model/exchange.fixture.ts'
import { failedRuling } from '../../engine/judge/ruling.fixture.ts'
import { readShownExchanges } from './conclude.ts'

const body = Buffer.from('{"id":7}')

test('each exchange of a finding is read once, and evidence is shown for the first', () => {
  const read: string[] = []
  const kept = {
    read: (id: string) => {
      read.push(id)
      return id === 'gone' ? undefined : exchangeWith({ id, response: responseWith([body]) })
    },
    about: () => ({ operation: 'messages.create', purpose: 'a template' }) as const,
    commands: ({ id }: { readonly id: string }) => ({ replay: `npx mgi run --replay ${id}` }),
  }
  const same = ['a', 'b', 'gone'].map((exchange) => ({ message: 'no id', exchange }))
  const { evidence, commands } = readShownExchanges([failedRuling(...same), failedRuling(same[0]!)], new Map(), kept)
  expect(read).toEqual(['a', 'b', 'gone'])
  expect(evidence.get('a')).toMatchObject({
    id: 'a',
    operation: 'messages.create',
    purpose: 'a template',
    response: { body: { text: '{"id":7}', bytes: 8, truncated: false } },
  })
  expect(evidence.get('b')).toBeUndefined()
  expect(commands.get('b')).toEqual({ replay: 'npx mgi run --replay b' })
  expect(commands.get('gone')).toBeUndefined()
})

const passing = (example: string) => ({ ...failedRuling(), verdict: 'pass' as const, example })
const keeping = (text: string) => ({
  read: (id: string) => exchangeWith({ id, response: responseWith([Buffer.from(text)]) }),
  about: () => ({}),
  commands: () => ({}),
})

test('passing examples are shown, starting with the one of most requirements', () => {
  const { evidence } = readShownExchanges(['a', 'b', 'b'].map(passing), new Map(), keeping('{}'))
  expect([...evidence.keys()]).toEqual(['b', 'a'])
})

test('the total size of examples is limited', () => {
  const many = Array.from({ length: 400 }, (_, index) => passing(`example ${index}`))
  const { evidence } = readShownExchanges(many, new Map(), keeping('x'.repeat(8000)))
  expect(evidence.size).toBeGreaterThan(50)
  expect(JSON.stringify([...evidence.values()]).length).toBeLessThan(1_100_000)
})

test('the offending event of a long stream is shown with its neighbours', () => {
  const stream = Array.from({ length: 400 }, (_, index) => `data: {"number":${index}}\n\n`).join('')
  const read = (id: string) =>
    exchangeWith({
      id,
      response: { ...responseWith([Buffer.from(stream)]), headers: [['content-type', 'text/event-stream']] },
    })
  const finding = { message: 'wrong', at: { in: 'event' as const, index: 350, pointer: '' }, exchange: 'a' }
  const { evidence } = readShownExchanges([failedRuling(finding)], new Map(), { ...keeping(''), read })
  const { events = [], eventsTotal } = evidence.get('a')!.response!
  expect(events.slice(200).map(({ index }) => index)).toEqual([346, 347, 348, 349, 350, 351, 352, 353, 354])
  expect(eventsTotal).toBe(400)
})
