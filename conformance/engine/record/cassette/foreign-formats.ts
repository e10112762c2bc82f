import { otherWay } from './read-cassette.ts'

/** Formats that contain no recorded traffic, each with what it has instead. */
const formats: readonly (readonly [RegExp, string])[] = [
  [
    /"schema"\s*:\s*"https:\/\/schema\.(get)?postman\.com/,
    'it is a Postman collection: `item` has requests to send, and `response` has examples that anybody may have edited',
  ],
  [
    /"__export_format"\s*:|^["']?type["']?\s*:\s*["']?collection\.insomnia\.rest/m,
    'it is an export of Insomnia: `resources` has requests to send, without answers',
  ],
  [
    /^\{\s*"mappings"\s*:|"(urlPath|urlPattern|urlPathPattern|urlPathTemplate)"\s*:/,
    'it has stubs of WireMock: `request` is a pattern, and `response` is what it makes up',
  ],
]

/** Names the format of a text that is no recording, and says what to do instead; `undefined` for an unknown one. */
export function foreignFormat(text: string): string | undefined {
  const found = formats.find(([mark]) => mark.test(text))
  return found === undefined ? undefined : `${found[1]}. ${otherWay}`
}
