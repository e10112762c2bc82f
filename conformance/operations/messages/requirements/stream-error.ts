import { shape } from '../../../model/build.ts'

/** An error that comes once a stream has begun. */
export default [
  shape({
    id: 'messages.stream-error-body',
    section: '7',
    endpoint: 'messages.stream',
    dimension: 'stream',
    level: 'implied',
    reading: 'S2',
    conditional: true,
    statement: 'An `error` event has the error body of section 7 as its payload.',
  }),
] as const
