import { membersOf } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import type { Observation } from '../../../../core/model/observation.ts'
import { parseJson } from '../../../../core/wire/parse-json.ts'
import { slicesOf } from '../slices.ts'

/** Requirements on the encoding of binary data in a reply, and on the JSON blob of the search entry point. */
export default [
  requirement({
    id: 'content.sdk-blob-json',
    section: '2.7',
    endpoint: 'content.generate',
    alsoOn: ['content.stream'],
    dimension: 'field',
    level: 'stated',
    interpretation: 'C8',
    conditional: true,
    statement: 'An `sdkBlob` is JSON in base64.',
    needs: ['response-body'],
    appliesTo: (seen) => blobsOf(seen).length > 0,
    *check(seen) {
      for (const { text, at } of blobsOf(seen)) {
        if (parseJson(Buffer.from(text, 'base64')) !== undefined) continue
        yield { message: 'sdkBlob is not base64 of JSON', at, actual: text.slice(0, 80) }
      }
    },
  }),
  requirement({
    id: 'content.reply-base64-standard',
    section: '2.7',
    endpoint: 'content.generate',
    alsoOn: ['content.stream'],
    dimension: 'field',
    level: 'implied',
    interpretation: 'I9',
    conditional: true,
    statement: 'Base64 in a response is padded, on one line and in the standard alphabet.',
    needs: ['response-body'],
    appliesTo: (seen) => textsOf(seen).length > 0,
    *check(seen) {
      for (const { text, at } of textsOf(seen)) {
        const trouble = troubleWith(text)
        if (trouble !== undefined) yield { message: `base64 ${trouble}`, at, actual: text.slice(0, 80) }
      }
    },
  }),
] as const

/** Returns the blobs that are base64 in any variant. Other texts are in an unknown encoding, which violates nothing. */
function blobsOf(seen: Observation) {
  return slicesOf(seen).flatMap(({ members, at }) => {
    const { sdkBlob } = membersOf(membersOf(members['groundingMetadata'])['searchEntryPoint'])
    return isBase64(sdkBlob) ? [{ text: sdkBlob, at: at('/groundingMetadata/searchEntryPoint/sdkBlob') }] : []
  })
}

/** Returns the texts that are base64 in any variant. Other texts violate another requirement. */
function textsOf(seen: Observation) {
  const media = slicesOf(seen).flatMap(({ parts, at }) =>
    parts.flatMap(({ inlineData }, index) => {
      const { data } = membersOf(inlineData)
      return isBase64(data) ? [{ text: data, at: at(`/content/parts/${index}/inlineData/data`) }] : []
    }),
  )
  return [...media, ...blobsOf(seen)]
}

function isBase64(text: unknown): text is string {
  return typeof text === 'string' && text !== '' && !/[^A-Za-z0-9+/_=\-\s]/.test(text)
}

function troubleWith(text: string): string | undefined {
  if (/\s/.test(text)) return 'contains line breaks'
  if (/[_-]/.test(text)) return 'uses the URL-safe alphabet'
  if (/=[^=]|={3}/.test(text)) return 'has padding before its end'
  return text.length % 4 === 0 ? undefined : 'is not padded'
}
