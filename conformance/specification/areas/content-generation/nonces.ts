import { nonceReader } from '../nonces.ts'
import { candidatesOf } from './answered.ts'

export const { noncesOf, isReplyToAnother } = nonceReader((seen) =>
  candidatesOf(seen).map(({ parts }) =>
    parts
      .map(({ text }) => text)
      .filter((text) => typeof text === 'string')
      .join(''),
  ),
)
