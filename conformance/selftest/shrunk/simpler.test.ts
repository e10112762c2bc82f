import { expect, test } from 'vitest'
import { simplerValues } from './simpler.ts'

const plain = { body: { model: 'm', messages: [{ role: 'user', content: 'Name a color.' }] } }

function namesOf(body: object): readonly string[] {
  return [...simplerValues({ body }, plain)].map(({ name }) => name)
}

test('nothing of a plain request is a feature', () => {
  expect(namesOf(plain.body)).toEqual([])
})

test('members that the plain request lacks go, wherever they stand', () => {
  const cached = { role: 'user', content: 'Name a color.', cache: { ttl: 1 } }
  expect(namesOf({ ...plain.body, messages: [cached], top_k: 1 })).toEqual([
    '/body/messages as usual',
    '/body/messages/0 as usual',
    '/body/messages/0/cache away',
    '/body/messages/0/cache/ttl away',
    '/body/top_k away',
  ])
})

test('turns go one by one and by twos, and what the plain request has too is tried as it is there', () => {
  const turns = ['Red.', 'Name a color.', 'Blue.'].map((content) => ({ role: 'user', content }))
  expect(namesOf({ ...plain.body, messages: turns })).toEqual([
    '/body/messages as usual',
    '/body/messages/0 and the next away',
    '/body/messages/1 and the next away',
    '/body/messages/0 away',
    '/body/messages/0 as usual',
    '/body/messages/0/content as usual',
    '/body/messages/1 away',
    '/body/messages/2 away',
    '/body/messages/2 as usual',
    '/body/messages/2/content as usual',
  ])
})

test('a text that is long or awkward is tried as a plain one, and each half of it', () => {
  const values = [...simplerValues({ body: { ...plain.body, system: '🎨🎨ab' } }, plain)]
  const ofSystem = values.filter(({ name }) => name.startsWith('/body/system'))
  expect(ofSystem.map(({ value }) => (value.body as { system?: string }).system)).toEqual([
    undefined,
    'Name a color.',
    '🎨🎨',
    'ab',
  ])
})
