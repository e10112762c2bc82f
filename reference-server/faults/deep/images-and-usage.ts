import type { DeepFault } from './deep-fault.ts'
import { after, astral, both, from, has, having, headed, longWord, rightToLeft, text } from './when.ts'

const generate = 'images.generate'
const edit = 'images.edit'
const variation = 'images.variation'
const is =
  (wanted: unknown) =>
  (value: unknown): boolean =>
    value === wanted
const asText = having('response_format', is('b64_json'))

const list: readonly DeepFault[] = [
  {
    id: 'deep:images-two-in-base64-as-data-url',
    like: 'images-data-url',
    on: generate,
    when: both(having('n', from(2)), asText),
  },
  {
    id: 'deep:images-user-and-size-ignored',
    like: 'images-size-ignored',
    on: generate,
    when: both(has('user'), has('size')),
  },
  {
    id: 'deep:images-style-and-quality-created-text',
    like: 'images-created-string',
    on: generate,
    when: both(has('style'), has('quality')),
  },
  { id: 'deep:images-astral-prompt-relative-url', like: 'images-relative-url', on: generate, when: text(astral) },
  { id: 'deep:images-right-to-left-bare-strings', like: 'images-bare-strings', on: generate, when: text(rightToLeft) },
  { id: 'deep:images-long-word-revised-list', like: 'images-revised-prompt-list', on: generate, when: text(longWord) },
  {
    id: 'deep:images-user-and-several-one-too-many',
    like: 'images-one-too-many',
    on: generate,
    when: both(has('user'), having('n', from(2))),
  },
  {
    id: 'deep:images-edit-mask-and-several-ignored',
    like: 'images-n-ignored',
    on: edit,
    when: both(has('mask'), having('n', from(2))),
  },
  {
    id: 'deep:images-edit-user-and-size-data-object',
    like: 'images-data-object',
    on: edit,
    when: both(has('user'), has('size')),
  },
  {
    id: 'deep:images-edit-mask-in-base64-lines',
    like: 'images-base64-in-lines',
    on: edit,
    when: both(has('mask'), asText),
  },
  { id: 'deep:images-edit-astral-created-null', like: 'images-created-null', on: edit, when: text(astral) },
  {
    id: 'deep:images-variation-user-and-several-ignored',
    like: 'images-n-ignored',
    on: variation,
    when: both(has('user'), having('n', from(2))),
  },
  {
    id: 'deep:images-variation-size-in-base64-ignored',
    like: 'images-size-ignored',
    on: variation,
    when: both(has('size'), asText),
  },
  {
    id: 'deep:images-variation-user-and-size-no-data',
    like: 'images-data-missing',
    on: variation,
    when: both(has('user'), has('size')),
  },
  { id: 'deep:usage-sixth-time-sum-wrong', like: 'usage-sum-wrong', on: 'usage.token', when: after(5) },
  { id: 'deep:usage-eighth-time-expires-text', like: 'usage-expires-string', on: 'usage.token', when: after(7) },
  {
    id: 'deep:images-edit-quoted-boundary-data-object',
    like: 'images-data-object',
    on: edit,
    when: headed(/boundary="/),
  },
  {
    id: 'deep:usage-capital-header-expires-text',
    like: 'usage-expires-string',
    on: 'usage.token',
    when: headed(/^AUTHORIZATION:/),
  },
]
export default list
