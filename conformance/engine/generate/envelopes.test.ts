import { expect, test } from 'vitest'
import { envelopeParts, isChunked, offering, unwrapped, withoutEnvelope } from '../../core/model/envelope.ts'
import { catalogue } from '../../specification/catalogue.ts'
import { isSame } from '../plan/schema/json.ts'
import { drawables, drawnValues } from './drawn.fixture.ts'
import { enveloped, envelopesFor } from './source.ts'

const seeds = [1, 2, 3]

test('an envelope has one unusual part, which can be removed, and leaves the value of a request as it is', () => {
  for (const drawable of drawables)
    for (const value of drawnValues(drawable, 1, 8)) {
      const { operation } = drawable.subject
      const request = operation.write(value)
      for (const number of envelopesFor(operation, 1).keys()) {
        const wrapped = enveloped(operation, request, 1, number)
        expect(envelopeParts(offering(wrapped)).length).toBeLessThanOrEqual(1)
        expect(isSame(operation.read(wrapped), value)).toBe(true)
        const usual = withoutEnvelope(wrapped)
        expect(envelopeParts(offering(usual))).toEqual([])
        expect([unwrapped(usual), usual.body]).toEqual([unwrapped(wrapped), wrapped.body])
      }
    }
})

test('each operation with bodies sends chunks among its first two requests, under every seed', () => {
  for (const operation of catalogue.operations.filter(({ method }) => method === 'POST'))
    for (const seed of seeds) {
      const request = { method: 'POST', path: '/', headers: [], body: new Uint8Array(1) }
      expect([0, 1].some((number) => isChunked(envelopesFor(operation, seed)[number]!(request)))).toBe(true)
    }
})
