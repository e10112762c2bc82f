import { expect, test } from 'vitest'
import { catalogue } from '../../specification/catalogue.ts'
import { isSame } from '../plan/schema/json.ts'
import { prove } from '../plan/subject.ts'
import { drawables, drawnValues } from './drawn.fixture.ts'
import { respelled } from './respelled.ts'
import { spellingFor } from './spelling.ts'

test.each(drawables)('$id: a respelled request has other bytes and the same value', (drawable) => {
  const { subject } = drawable
  const all = [...subject.templates.map(({ value }) => value), ...drawnValues(drawable, 3, 10)]
  let count = 0
  for (const [index, value] of all.entries()) {
    const request = prove(subject, value)?.request
    if (request === undefined) throw new Error('nothing to spell')
    const otherwise = respelled(subject.operation, request, spellingFor(4, index))
    if (otherwise === undefined) continue
    count += 1
    expect(otherwise).not.toEqual(request)
    expect(isSame(subject.operation.read(otherwise), subject.operation.read(request))).toBe(true)
  }
  // Without a body and a query, some spellings equal the usual one.
  expect(count).toBeGreaterThanOrEqual(all.length === 1 ? 0 : all.length - 4)
})

const [operation] = catalogue.operations.filter(({ id }) => id === 'content.stream')

test('respelling changes escapes, numbers, header case and query encoding, but not the key or model', () => {
  if (operation === undefined) throw new Error('no such operation')
  const body = {
    contents: [{ role: 'user', parts: [{ text: 'Größe 🙂 a/b' }] }],
    generationConfig: { temperature: 0.5 },
  }
  const request = operation.write({ path: { model: 'content-model-1' }, body })
  const written = respelled(operation, request, {
    escapes: 'all',
    space: ' ',
    exponents: true,
    order: 7,
    headers: 'upper',
    percent: true,
    boundary: 'x',
  })
  expect(written?.path).toContain('key=«key:valid»')
  expect(written?.path).toMatch(/content-model-1:streamGenerateContent\?.*a%6Ct=%73se/)
  expect(written?.headers).toEqual([['CONTENT-TYPE', 'application/json']])
  const text = new TextDecoder().decode(written?.body)
  expect(text).toContain('\\ud83d\\ude42')
  expect(text).toContain('\\/')
  expect(text).toContain('5e-1')
  expect(JSON.parse(text)).toEqual(body)
})

test('respelling with an order changes the order of members and parameters, and with order 0 keeps it', () => {
  if (operation === undefined) throw new Error('no such operation')
  const body = {
    contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
    generationConfig: { temperature: 0.5, topP: 0.5, topK: 3 },
  }
  const request = operation.write({ path: { model: 'content-model-1' }, body })
  const orders = (order: number) => {
    const spelling = { escapes: 'none', space: ' ', exponents: false, headers: 'lower', percent: false } as const
    const written = respelled(operation, request, { ...spelling, order, boundary: 'x' })
    const value = JSON.parse(new TextDecoder().decode(written?.body)) as typeof body
    return {
      members: Object.keys(value),
      nested: Object.keys(value.generationConfig),
      parameters: written?.path
        .split('?')[1]
        ?.split('&')
        .map((parameter) => parameter.split('=')[0]),
    }
  }
  const unchanged = orders(0)
  expect(unchanged).toMatchObject({
    members: ['contents', 'generationConfig'],
    nested: ['temperature', 'topP', 'topK'],
  })
  expect(unchanged.parameters).toHaveLength(2)
  const changed = orders(7)
  for (const part of ['members', 'nested', 'parameters'] as const) {
    expect(changed[part], part).not.toEqual(unchanged[part])
    expect(changed[part]?.toSorted(), part).toEqual(unchanged[part]?.toSorted())
  }
})
