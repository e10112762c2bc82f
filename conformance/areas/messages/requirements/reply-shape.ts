import { itemsOf, member } from '../../../../schemas/json.ts'
import { requirement } from '../../../model/build.ts'
import type { Place } from '../../../model/finding.ts'
import { type Observation, succeeded } from '../../../model/observation.ts'
import { isLongerThan } from '../longer-than.ts'

const longest = 5_000_000

const inBlocks = { section: '2.9', endpoint: 'messages.create', interpretation: 'G5' } as const

/** Rules about the fields of a reply that its schema cannot express. */
export default [
  requirement({
    ...inBlocks,
    id: 'messages.reply-text-within-limit',
    section: '8',
    dimension: 'field',
    level: 'stated',
    interpretation: 'G6',
    statement: 'The text of a text block has at most 5000000 characters.',
    needs: ['response-body'],
    appliesTo: (seen) => succeeded(seen) && texts(seen).length > 0,
    *check(seen) {
      for (const { text, at } of texts(seen)) {
        if (!isLongerThan(longest, text)) continue
        yield { message: `text is longer than ${longest} characters`, at, expected: `at most ${longest}` }
      }
    },
  }),
] as const

/** Returns the texts of text blocks in a reply that is not streamed, with their places. */
function texts({ json }: Observation): readonly { readonly text: string; readonly at: Place }[] {
  return itemsOf(member(json, 'content')).flatMap((block, index) => {
    const text = member(block, 'type') === 'text' ? member(block, 'text') : undefined
    return typeof text === 'string' ? [{ text, at: { in: 'body', pointer: `/content/${index}/text` } }] : []
  })
}
