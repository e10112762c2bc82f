import { expect, test } from 'vitest'
import { serve, urlOfNobody } from '../../../tests/serve.ts'
import { placesOf, silentIn } from './gateway.ts'

const url = 'http://gateway.example/api'
const baseUrls = { messages: 'http://gateway.example/other', images: 'http://images.example' }

test('a place is a host and port that an area of the run is asked at', () => {
  expect(placesOf(url, [], {})).toEqual([url])
  expect(placesOf(url, [], { baseUrls }).map((one) => new URL(one).host)).toEqual(['images.example', 'gateway.example'])
  expect(placesOf(url, ['images'], { baseUrls })).toEqual(['http://images.example'])
})

test('the places where nobody listens are told', async () => {
  const nobody = await urlOfNobody()
  const somebody = await serve((_, response) => response.end())
  expect(await silentIn([somebody.url, nobody])).toEqual([nobody])
})
