import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { newAdjusting } from '../../engine/drive/new-run.ts'
import { documentLanguage } from '../../engine/plan/schema/language.ts'
import { catalogueOf } from '../../specification/catalogue.ts'
import { draftOf, topicsOf } from './drafts.ts'

const { operations } = catalogueOf(['images'])
const edit = operations.find(({ id }) => id === 'images.edit')!

test.each(topicsOf(edit))('a form about %s in which a member is named keeps its pictures', (topic) => {
  const adjusting = newAdjusting(operations, documentLanguage)
  adjusting.use(new Map([[edit.id, { members: [{ path: ['model'], value: 'image-model-1' }] }]]))
  const { request, marks } = draftOf(edit, topic)!
  const named = adjusting.named(request)
  const picture = marks.find(({ kind }) => kind === 'bytes')!.value
  expect(edit.read(named).body).toMatchObject({ model: expect.stringContaining('image-model') })
  expect(Buffer.from(named.body).includes(Buffer.from(picture, 'base64'))).toBe(true)
})
