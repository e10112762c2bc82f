import { expect, test } from 'vitest'
import { isAboutTexts } from '../../core/model/awkward.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { prove } from '../plan/subject.ts'
import { drawables, drawnValues } from './drawn.fixture.ts'

const draws = 60

const open = drawables.filter(({ arbitraries }) => arbitraries !== undefined)

test('requests are drawn for all operations except the one without input', () => {
  expect(drawables.filter((one) => !open.includes(one)).map(({ id }) => id)).toEqual(['usage.token'])
})

test.each(open)('$id: every drawn request is valid, apart from unspecified text', (drawable) => {
  const { subject } = drawable
  const drawn = drawnValues(drawable, 5, draws)
  expect(drawn.length).toBeGreaterThan(draws / 4)
  for (const value of drawn) {
    const validation = documentLanguage.validate(subject.operation.schemas.request ?? '', value)
    expect(validation.violations).toEqual([])
    expect(validation.open.filter((site) => !isAboutTexts(site))).toEqual([])
    expect(prove(subject, value), JSON.stringify(value)).toBeDefined()
  }
})

test.each(open)('$id: the same seed draws the same requests, and another seed draws others', (drawable) => {
  const drawn = drawnValues(drawable, 1, 8)
  expect(drawnValues(drawable, 1, 8)).toEqual(drawn)
  expect(drawnValues(drawable, 2, 8)).not.toEqual(drawn)
})
