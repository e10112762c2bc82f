import { refusing } from '../../refusing.ts'

/** "A request with this is refused": one broken rule of section 2.6 (readings C3), with and without streaming. */
export const refused = refusing({
  section: '2.6',
  endpoint: 'content.generate',
  alsoOn: ['content.stream'],
  reading: 'C3',
})
