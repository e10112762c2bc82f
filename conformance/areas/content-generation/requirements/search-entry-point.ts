import { membersOf } from '../../../../schemas/json.ts'
import { requirement } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'
import { parseJson } from '../../parse-json.ts'
import { candidatesOf } from '../answered.ts'

/** The data in a search entry point for a client library. */
export default [
  requirement({
    id: 'content.sdk-blob-json',
    section: '2.7',
    endpoint: 'content.generate',
    dimension: 'field',
    level: 'stated',
    interpretation: 'C8',
    conditional: true,
    statement: 'An `sdkBlob` is JSON in base64.',
    needs: ['response-body'],
    appliesTo: (seen) => blobsOf(seen).length > 0,
    *check(seen) {
      for (const { pointer, blob } of blobsOf(seen)) {
        if (parseJson(Buffer.from(blob, 'base64')) !== undefined) continue
        yield { message: 'sdkBlob is not base64 of JSON', at: { in: 'body', pointer }, actual: blob.slice(0, 80) }
      }
    },
  }),
] as const

/** Returns the blobs that are base64 in either alphabet. Other text has no form that could be violated. */
function blobsOf(seen: Observation): readonly { readonly pointer: string; readonly blob: string }[] {
  return candidatesOf(seen).flatMap(({ pointer, members }) => {
    const { sdkBlob } = membersOf(membersOf(members['groundingMetadata'])['searchEntryPoint'])
    if (typeof sdkBlob !== 'string' || !/^[A-Za-z0-9+/_=\-\s]+$/.test(sdkBlob)) return []
    return [{ pointer: `${pointer}/groundingMetadata/searchEntryPoint/sdkBlob`, blob: sdkBlob }]
  })
}
