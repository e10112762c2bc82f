import * as answers from './oddities/content-answers.ts'
import * as members from './oddities/content-members.ts'
import type { Variant } from './variant.ts'

/** What replies of 2.7 hold and leave out. */
const variants: readonly Variant[] = [
  {
    id: 'content-nulls',
    name: 'writes null for every field of 2.7 that is not there',
    permittedBy: 'G5',
    areas: ['content-generation'],
    oddities: members.nullsEverywhere,
  },
  {
    id: 'content-sparse',
    name: 'leaves out every field of 2.7 that it may, index and role among them',
    permittedBy: 'G4',
    areas: ['content-generation'],
    oddities: members.sparse,
  },
  {
    id: 'content-empty-lists',
    name: 'gives empty lists, texts in parts, and the outcome OK',
    permittedBy: 'G1, C9',
    areas: ['content-generation'],
    oddities: [answers.outcomeOk, ...members.emptyLists, ...answers.textInParts],
  },
  {
    id: 'content-rich',
    name: 'grounds, cites and rates every answer',
    permittedBy: '2.7',
    areas: ['content-generation'],
    oddities: members.richReplies,
  },
  {
    id: 'content-blocked-prompts',
    name: 'blocks every third prompt',
    permittedBy: 'G4, C8',
    areas: ['content-generation'],
    oddities: [answers.blocksPrompts],
  },
  {
    id: 'content-early-stops',
    name: 'stops every third answer early, for one listed reason or another',
    permittedBy: 'G4, C8',
    areas: ['content-generation'],
    oddities: [answers.stopsEarly],
  },
  {
    id: 'content-other-chunks',
    name: 'streams counts in every chunk, finishes with an empty text and [DONE]',
    permittedBy: 'C10, C11',
    areas: ['content-generation'],
    oddities: [answers.otherChunks],
  },
]
export default variants
