import { accepting } from '../../accepting.ts'

/** "A request with this is accepted": one listed thing of section 2.6, with and without streaming. */
export const accepted = accepting({ section: '2.6', endpoint: 'content.generate', alsoOn: ['content.stream'] })
