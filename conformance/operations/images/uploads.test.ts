import { expect, test } from 'vitest'
import { imageFacts } from '../../media/image-facts.ts'
import { type Upload, uploads } from './uploads.ts'

test.each(Object.entries<Upload>(uploads))('%s is what its facts say', (_, { facts, bytes }) => {
  expect(imageFacts(Buffer.concat([bytes()].flat()))).toEqual(facts)
})
