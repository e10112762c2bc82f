import { itemsOf, type Members, membersOf, numberOf } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import type { Observation } from '../../../../core/model/observation.ts'
import { type Slice, slicesOf } from '../slices.ts'

const about = {
  section: '2.7',
  endpoint: 'content.generate',
  dimension: 'field',
  level: 'implied',
  interpretation: 'C8',
  conditional: true,
  needs: ['response-body'],
} as const

/** Requirements on the references of the supports in a grounded answer. */
export default [
  requirement({
    ...about,
    id: 'content.grounding-chunk-indexes-in-range',
    alsoOn: ['content.stream'],
    statement: '`groundingChunkIndices` are indexes of `groundingChunks`.',
    appliesTo: (seen) => slicesOf(seen).some((slice) => Array.isArray(groundingOf(slice)['groundingChunks'])),
    *check(seen) {
      // The indexes of a stream may count over its events.
      let count = 0
      for (const slice of slicesOf(seen)) {
        const { groundingChunks: chunks } = groundingOf(slice)
        if (!Array.isArray(chunks)) continue
        count = seen.operation.streams ? count + chunks.length : chunks.length
        for (const { index, at } of chunkIndexesOf(slice)) {
          if (index >= 0 && index < count) continue
          const message = `index ${index} is out of range; the response has ${count} chunks`
          yield { message, at, expected: `0 to ${count - 1}`, actual: index }
        }
      }
    },
  }),
  requirement({
    ...about,
    id: 'content.segment-counts-bytes',
    statement: '`startIndex` and `endIndex` of a `segment` count the bytes of its part.',
    appliesTo: (seen) => segmentsOf(seen).length > 0,
    *check(seen) {
      for (const { at, start, end, text, whole } of segmentsOf(seen)) {
        if (bytesOf(whole).subarray(start, end).equals(bytesOf(text))) continue
        const isInCharacters = whole.slice(start, end) === text || [...whole].slice(start, end).join('') === text
        if (isInCharacters)
          yield {
            message: `range ${start} to ${end} counts characters; expected bytes`,
            at,
            expected: 'bytes',
            actual: end,
          }
      }
    },
  }),
] as const

function groundingOf({ members }: Slice): Members {
  return membersOf(members['groundingMetadata'])
}

function supportsOf(slice: Slice): readonly Members[] {
  return itemsOf(groundingOf(slice)['groundingSupports']).map(membersOf)
}

function chunkIndexesOf(slice: Slice) {
  return supportsOf(slice).flatMap(({ groundingChunkIndices }, support) =>
    itemsOf(groundingChunkIndices).flatMap((value, position) => {
      const index = numberOf(value)
      const pointer = `/groundingMetadata/groundingSupports/${support}/groundingChunkIndices/${position}`
      return index === undefined ? [] : [{ index, at: slice.at(pointer) }]
    }),
  )
}

/** Returns the segments that quote their text, each with the text of its part. */
function segmentsOf(seen: Observation) {
  return slicesOf(seen).flatMap((slice) =>
    supportsOf(slice).flatMap(({ segment }, index) => {
      const { partIndex, startIndex, endIndex, text } = membersOf(segment)
      const whole = slice.parts[numberOf(partIndex) ?? 0]?.['text']
      const end = numberOf(endIndex)
      if (typeof text !== 'string' || typeof whole !== 'string' || end === undefined || text === '') return []
      const at = slice.at(`/groundingMetadata/groundingSupports/${index}/segment/endIndex`)
      return [{ at, start: numberOf(startIndex) ?? 0, end, text, whole }]
    }),
  )
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'utf8')
}
