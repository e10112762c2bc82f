import { expect, test } from 'vitest'
import type { Why } from '../../model/why.ts'
import { type EarlierWords, earlierFacts } from './earlier-facts.ts'

const coverage = { operation: 'messages.create', origin: 'coverage' }

test.each<[string, EarlierWords, string, number, Why | undefined]>([
  ['messages.create/plain', coverage, 'messages.create/plain', 1, { kind: 'plain' }],
  ['messages.create/template/01-plain~2', coverage, 'messages.create/template/01-plain', 2, { kind: 'plain' }],
  ['messages.create/drawn/03', coverage, 'messages.create/drawn/03', 1, { kind: 'drawn', covers: [] }],
  ['usage.token/spelled/01', coverage, 'usage.token/spelled/01', 1, { kind: 'spelled' }],
  ['messages.create/example/01', coverage, 'messages.create/example/01', 1, { kind: 'stored' }],
  [
    'messages.create/plain/named-2~3',
    coverage,
    'messages.create/plain/named-2',
    3,
    { kind: 'named', of: 'messages.create/plain', number: 2 },
  ],
  [
    'images.edit/plain~2/image-1',
    {},
    'images.edit/plain~2/image-1',
    1,
    { kind: 'image', of: 'images.edit/plain~2', image: 1 },
  ],
  ['x/drawn/01/bare', {}, 'x/drawn/01/bare', 1, { kind: 'smaller', of: 'x/drawn/01', number: 1 }],
  [
    'messages.isolation/07',
    { operation: 'messages.create', origin: 'probe' },
    'messages.isolation/07',
    1,
    { kind: 'probe', probe: 'messages.isolation', step: 7 },
  ],
  [
    'shrink/messages.reply-id/04',
    { origin: 'shrink' },
    'shrink/messages.reply-id/04',
    1,
    { kind: 'minimise', requirement: 'messages.reply-id' },
  ],
  ['still-there/01', {}, 'still-there/01', 1, { kind: 'alive' }],
  [
    'declaration/speech/content.generate~2',
    { origin: 'declaration' },
    'declaration/speech/content.generate',
    2,
    { kind: 'declaration', capability: 'speech' },
  ],
  [
    'messages.create/violation/03-model-rejected',
    { operation: 'messages.create', purpose: 'breaks type at /body/model, otherwise as messages.create/plain' },
    'messages.create/violation/03-model-rejected',
    1,
    {
      kind: 'violation',
      requirement: 'messages.model-rejected',
      keyword: 'type',
      pointer: '/body/model',
      control: 'messages.create/plain',
    },
  ],
  ['the-only-one', {}, 'the-only-one', 1, undefined],
])('the facts of the earlier id %s are derived', (id, words, caseId, attempt, why) => {
  expect(earlierFacts(id, words)).toEqual({ caseId, attempt, ...(why === undefined ? {} : { why }) })
})
