import { expect, test } from 'vitest'
import type { Ruling } from '../../judge/index.ts'
import { exchangeWith, responseWith } from '../../model/exchange.golden.ts'
import type { Requirement } from '../../model/requirement.ts'
import { readBack } from './read-back.ts'

const body = Buffer.from('{"id":7}')

test('each exchange that findings point to is read once, and shown where it is the first to say something', async () => {
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
  const { evidence, commands } = await readBack([ruling(...same), ruling(same[0]!)], new Map(), kept)
  expect(read).toEqual(['a', 'b', 'gone'])
  expect(evidence.get('a')).toMatchObject({
    ...{ id: 'a', operation: 'messages.create', purpose: 'a template' },
    response: { body: { text: '{"id":7}', bytes: 8, truncated: false } },
  })
  expect(evidence.get('b')).toBeUndefined()
  expect(commands.get('b')).toEqual({ replay: 'npx mgi run --replay b' })
  expect(commands.get('gone')).toBeUndefined()
})

function ruling(...findings: Ruling['findings']): Ruling {
  const requirement = { id: 'messages.reply-id' } as Requirement
  return { requirement, verdict: 'fail', exchanges: 9, findings, findingsTotal: findings.length }
}
