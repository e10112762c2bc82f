import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import { isSame } from '../plan/schema/json.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { prove, subjectOf } from '../plan/subject.ts'
import { validRequests } from './draw.ts'
import { respelled } from './respelled.ts'
import { spellings } from './spelling.ts'

const subjects = catalogue.operations.map((operation) => subjectOf(documentLanguage, operation, catalogue, new Set()))

test.each(
  subjects.map((subject) => [subject.operation.id, subject] as const),
)('%s: a request in another spelling is other bytes and reads the same', (_, subject) => {
  const arbitrary = validRequests(subject)
  const values = arbitrary === undefined ? [] : fc.sample(arbitrary, { seed: 3, numRuns: 10 })
  const all = [...subject.templates.map(({ value }) => value), ...values]
  const styles = fc.sample(spellings, { seed: 4, numRuns: all.length })
  let count = 0
  for (const [index, value] of all.entries()) {
    const request = prove(subject, value)?.request
    const style = styles[index]
    if (request === undefined || style === undefined) throw new Error('nothing to spell')
    const otherwise = respelled(subject.operation, request, style)
    if (otherwise === undefined) continue
    count += 1
    expect(otherwise).not.toEqual(request)
    expect(isSame(subject.operation.read(otherwise), subject.operation.read(request))).toBe(true)
  }
  // Where a body says nothing and there is no query, some spellings are the usual one.
  expect(count).toBeGreaterThanOrEqual(all.length === 1 ? 0 : all.length - 4)
})

const [operation] = catalogue.operations.filter(({ id }) => id === 'content.stream')

test('letters are escaped, members and parameters in another order, names in another case; the key and the model stay', () => {
  if (operation === undefined) throw new Error('no such operation')
  const body = {
    contents: [{ role: 'user', parts: [{ text: 'Größe 🙂 a/b' }] }],
    generationConfig: { temperature: 0.5 },
  }
  const request = operation.write({ path: { model: 'content-model-1' }, body })
  const written = respelled(operation, request, {
    ...{ escapes: 'all', space: ' ', exponents: true, order: 7, headers: 'upper', percent: true, boundary: 'x' },
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
