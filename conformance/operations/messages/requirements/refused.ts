import { refusing } from '../../refusing.ts'

/** "A request with this is refused": one broken rule of section 2.8 (readings M1), with and without streaming. */
export const refused = refusing({
  section: '2.8',
  endpoint: 'messages.create',
  alsoOn: ['messages.stream'],
  reading: 'M1',
})
