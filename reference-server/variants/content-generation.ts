import { framed } from '../transport-alterations.ts'
import * as answers from './quirks/content-answers.ts'
import * as habits from './quirks/content-habits.ts'
import * as members from './quirks/content-members.ts'
import { replies, type Variant } from './variant.ts'

/** Variants of the optional content of replies (section 2.7). */
const variants: readonly Variant[] = [
  {
    id: 'content-nulls',
    name: 'sends null for every absent field of 2.7',
    permittedBy: 'G5',
    areas: ['content-generation'],
    alterations: replies(members.nullsEverywhere),
  },
  {
    id: 'content-sparse',
    name: 'leaves out every optional field of 2.7, including index and role',
    permittedBy: 'G4',
    areas: ['content-generation'],
    alterations: replies(members.sparse),
  },
  {
    id: 'content-empty-lists',
    name: 'sends empty lists, texts in several parts, and the outcome OK',
    permittedBy: 'G1, C9',
    areas: ['content-generation'],
    alterations: replies(answers.outcomeOk, members.emptyLists, answers.textInParts),
  },
  {
    id: 'content-rich',
    name: 'adds grounding, citations and ratings to every answer',
    permittedBy: '2.7',
    areas: ['content-generation'],
    alterations: replies(members.richReplies),
  },
  {
    id: 'content-blocked-prompts',
    name: 'blocks every third prompt',
    permittedBy: 'G4, C8',
    areas: ['content-generation'],
    alterations: replies(answers.blocksPrompts),
  },
  {
    id: 'content-early-stops',
    name: 'stops every third answer early, for varying listed reasons',
    permittedBy: 'G4, C8',
    areas: ['content-generation'],
    alterations: replies(answers.stopsEarly),
  },
  {
    id: 'content-other-chunks',
    name: 'streams counts in every chunk, finishes with an empty text and [DONE]',
    permittedBy: 'C10, C11',
    areas: ['content-generation'],
    alterations: replies(answers.otherChunks),
  },
  {
    id: 'content-details-of-texts',
    name: 'explains rejections with a list of texts',
    permittedBy: 'G5, C3',
    areas: ['content-generation'],
    alterations: replies(habits.detailsOfTexts),
    warns: {
      'content.error-detail-form': 'G5: an object is what the example shows',
    },
  },
  {
    id: 'content-details-of-numbers',
    name: 'writes field violations with members of other types',
    permittedBy: 'G5',
    areas: ['content-generation'],
    alterations: replies(habits.detailsOfNumbers),
    warns: {
      'content.error-field-violation-members': 'G5: texts are implied',
    },
  },
  {
    id: 'content-details-of-protocol',
    name: 'names violated fields as protocol buffers do',
    permittedBy: 'C3',
    areas: ['content-generation'],
    alterations: replies(habits.detailsOfProtocol),
  },
  {
    id: 'content-many-results',
    name: 'returns three results for each piece of code',
    permittedBy: 'C8, C9',
    areas: ['content-generation'],
    alterations: replies(habits.manyResults),
  },
  {
    id: 'content-only-an-index',
    name: 'returns candidates with only an index if the function calling mode is ANY',
    permittedBy: 'G4, C8',
    areas: ['content-generation'],
    alterations: replies(habits.onlyAnIndex),
  },
  {
    id: 'content-keep-alives',
    name: 'sends comments between events to keep the connection alive',
    permittedBy: 'S3',
    areas: ['content-generation'],
    alterations: replies(framed(habits.keepAlives)),
  },
  {
    id: 'content-untyped-members',
    name: 'uses other types for members without a stated type',
    permittedBy: 'G5',
    areas: ['content-generation'],
    alterations: replies(habits.untypedMembers),
    warns: {
      'content.grounding-web-members': 'G5: texts are implied',
      'content.grounding-segment-members': 'G5: indexes and a text are implied',
      'content.retrieved-url-text': 'G5: a text is implied',
    },
  },
  {
    id: 'content-odd-numbers',
    name: 'writes whole numbers as 1.0 and 1e0, and an average beyond a double',
    permittedBy: 'G5',
    areas: ['content-generation'],
    alterations: replies(habits.oddNumbers),
  },
  {
    id: 'content-thoughts-first',
    name: 'returns thoughts before each answer, marked by its own member',
    permittedBy: 'G1',
    areas: ['content-generation'],
    alterations: replies(habits.thoughtsFirst),
  },
  {
    id: 'content-counts-first',
    name: 'streams token counts in the first event only',
    permittedBy: 'C10, C11',
    areas: ['content-generation'],
    alterations: replies(habits.countsFirst),
  },
  {
    id: 'content-finish-apart',
    name: 'streams the finish reason in a separate event',
    permittedBy: 'C10',
    areas: ['content-generation'],
    alterations: replies(habits.finishApart),
  },
  {
    id: 'content-empty-events',
    name: 'streams events without content',
    permittedBy: 'C10, G4',
    areas: ['content-generation'],
    alterations: replies(habits.emptyEvents),
  },
  {
    id: 'content-few-tokens',
    name: 'returns one token for each step, regardless of the requested number',
    permittedBy: 'C8',
    areas: ['content-generation'],
    alterations: replies(habits.fewTokens),
  },
  {
    id: 'content-text-events',
    name: 'streams events of plain text',
    permittedBy: 'C10',
    areas: ['content-generation'],
    alterations: replies(habits.textEvents),
    warns: { 'content.stream-payload-json': 'C10: a JSON object is implied' },
  },
  {
    id: 'content-errors-as-stream',
    name: 'rejects streaming requests with JSON that is declared as an event stream',
    permittedBy: 'G14',
    areas: ['content-generation'],
    alterations: replies(habits.errorsAsStream),
    warns: { 'content.error-content-type': 'G14: the type of JSON is implied' },
  },
]
export default variants
