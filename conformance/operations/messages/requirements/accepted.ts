import { accepting } from '../../accepting.ts'

/** "A request with this is accepted": one listed thing of section 2.8, with and without streaming. */
export const accepted = accepting({ section: '2.8', endpoint: 'messages.create', alsoOn: ['messages.stream'] })
