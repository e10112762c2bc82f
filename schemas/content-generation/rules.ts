import { itemsOf, type Members, membersOf } from '../json.ts'
import { mismatches } from '../matches.ts'
import type { Rule, RuleFinding } from '../rules.ts'
import type { SentenceOfRule } from '../sentences.ts'
import { contentConversation } from './conversation-rule.ts'
import { schemaFacets } from './schema-rule.ts'
import { memberInEitherCase } from './spelling.ts'
import { toolUse } from './tool-rule.ts'

/** The rules of this area that a schema cannot express. */
export const contentGenerationRules: Readonly<Record<string, Rule>> = {
  'content-conversation': contentConversation,
  'content-function-parameters': functionParameters,
  'content-media-bytes': mediaBytes,
  'content-output-mode': outputMode,
  'content-safety-categories': safetyCategories,
  'content-schema-facets': schemaFacets,
  'content-system-instruction': systemInstruction,
  'content-tool-use': toolUse,
}

export const contentGenerationSentences: readonly SentenceOfRule[] = [
  {
    area: 'content-generation',
    group: 'request',
    keyword: 'x-requirement',
    file: 'content-generation/rules.ts',
    sentence: {
      id: 'content.system-instruction-non-text-rejected',
      level: 'implied',
      interpretation: 'C4',
      says: 'A request with a `systemInstruction` that is not text is rejected.',
    },
  },
]

/**
 * Reports a category that is set twice. The settings may differ, and the specification does not say which one applies
 * (interpretation G16).
 */
function safetyCategories(value: unknown): readonly RuleFinding[] {
  const categories = itemsOf(value).map((setting) => membersOf(setting)['category'])
  if (new Set(categories).size === categories.length) return []
  return [{ pointer: '', message: 'a category is set twice', open: 'G16' }]
}

/**
 * Reports unspecified combinations (interpretation G16): a schema without a mime type that uses it, and `text/x.enum`
 * without a schema that lists words.
 */
function outputMode(value: unknown): readonly RuleFinding[] {
  const type = memberInEitherCase(value, 'responseMimeType', 'response_mime_type')
  const schema = memberInEitherCase(value, 'responseSchema', 'response_schema')
  if (isSchemasToJudge(type) || type === 'application/json' || (schema === undefined && type !== 'text/x.enum'))
    return []
  if (type === 'text/x.enum' && listsWords(schema)) return []
  return [{ pointer: '', message: 'responseSchema and responseMimeType contradict each other', open: 'G16' }]
}

function isSchemasToJudge(type: unknown): boolean {
  return (
    type !== undefined &&
    type !== null &&
    type !== 'text/plain' &&
    type !== 'application/json' &&
    type !== 'text/x.enum'
  )
}

/** Returns whether a schema lists words. The schema of requests validates an `enum` that is not a list. */
function listsWords(schema: unknown): boolean {
  const members = membersOf(schema)
  const words = members['enum']
  return members['type'] === 'STRING' && (Array.isArray(words) ? words.length > 0 : words !== undefined)
}

const scalar = ['string', 'number', 'integer', 'boolean']

/**
 * Reports unspecified parameters. `parameters` is a JSON Schema (section 2.6), nested or not. It is unspecified if it
 * does not describe an object, or if it does not compile on its own (upper-case types, interpretation C2; references to
 * other documents).
 */
function functionParameters(value: unknown): readonly RuleFinding[] {
  if (typeof value !== 'object' || value === null || isPlainObject(membersOf(value))) return []
  if (!selfContained.has(value)) selfContained.set(value, mismatches(value, {}) !== undefined)
  return membersOf(value)['type'] === 'object' && selfContained.get(value) === true
    ? []
    : [{ pointer: '', message: 'not a self-contained JSON Schema of an object', open: 'G16' }]
}

/** The parameters that compile. A drawn request is validated many times, with other members changed. */
const selfContained = new WeakMap<object, boolean>()

/** Returns whether parameters are a plain object, as most are. These need not be compiled. */
function isPlainObject(schema: Members): boolean {
  const { type, properties, required, ...rest } = schema
  const names = Object.keys(membersOf(properties))
  if (type !== 'object' || names.length === 0 || Object.keys(rest).some((key) => key !== 'description')) return false
  const isKnown =
    required === undefined || (Array.isArray(required) && required.every((name) => names.includes(String(name))))
  return isKnown && Object.values(membersOf(properties)).every(isPlainProperty)
}

function isPlainProperty(value: unknown): boolean {
  const { type, description, enum: words, items, ...rest } = membersOf(value)
  if (type === 'object') return isPlainObject(membersOf(value))
  if (Object.keys(rest).length > 0 || !isText(description)) return false
  if (type === 'array') return words === undefined && isPlainProperty(items)
  return scalar.includes(String(type)) && items === undefined && (words === undefined || isPlainEnum(type, words))
}

function isPlainEnum(type: unknown, words: unknown): boolean {
  if (type !== 'string' || !Array.isArray(words) || words.length === 0) return false
  return words.every((word) => typeof word === 'string') && new Set(words).size === words.length
}

function isText(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

const notText = [
  'inlineData',
  'inline_data',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
] as const

/**
 * Reports parts of a system instruction that are not text (section 2.6, interpretation C4). The schema leaves other
 * members of its parts unspecified.
 */
function systemInstruction(value: unknown): readonly RuleFinding[] {
  return itemsOf(membersOf(value)['parts']).flatMap((part, index) => {
    const names = Object.keys(membersOf(part))
    const found = names.length === 1 ? notText.find((name) => name === names[0]) : undefined
    if (found === undefined) return []
    const pointer = `/parts/${index}`
    const message = `${pointer} of the system instruction is ${found}, not text`
    return [
      {
        pointer,
        message,
        expected: 'text',
        actual: found,
        requirement: 'content.system-instruction-non-text-rejected',
      },
    ]
  })
}

/**
 * Reports unspecified media (interpretation C7): base64 without padding, and bytes that do not match their declared
 * type.
 */
function mediaBytes(value: unknown): readonly RuleFinding[] {
  const type = memberInEitherCase(value, 'mimeType', 'mime_type')
  const { data } = membersOf(value)
  if (typeof type !== 'string' || typeof data !== 'string' || !/^[A-Za-z0-9+/]/.test(data)) return []
  if (data.length % 4 !== 0) return [{ pointer: '/data', message: 'the base64 is not padded', open: 'C7' }]
  // 64 bytes are enough for all signatures.
  const head = Buffer.from(data.slice(0, 88), 'base64')
  if (looksLike(type, head)) return []
  return [{ pointer: '', message: `the data does not begin like ${type}`, open: 'C7' }]
}

type Signature = (head: Buffer) => boolean

/** The first bytes of files in each listed format (section 2.6, input modalities and formats). */
const signatures: Readonly<Record<string, Signature>> = {
  'image/jpeg': begins('ffd8ff'),
  'image/png': begins('89504e470d0a1a0a'),
  'image/webp': riff('WEBP'),
  'image/heic': brand(/^(heic|heix|heim|heis|mif1|msf1)$/),
  'image/heif': brand(/^(heic|heix|heim|heis|hevc|mif1|msf1|avif)$/),
  'audio/wav': riff('WAVE'),
  'audio/mp3': (head) => begins('494433')(head) || isMpegAudio(head),
  'audio/aiff': (head) => text(head, 0, 4) === 'FORM' && /^AIF[FC]$/.test(text(head, 8, 12)),
  'audio/aac': (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0,
  'audio/ogg': begins('4f676753'),
  'audio/flac': begins('664c6143'),
  'video/mp4': brand(/./),
  'video/mpeg': isMpegVideo,
  'video/mpg': isMpegVideo,
  'video/mov': (head) => /^(ftyp|moov|mdat|wide|free|skip)$/.test(text(head, 4, 8)),
  'video/avi': riff('AVI '),
  'video/x-flv': begins('464c5601'),
  'video/webm': begins('1a45dfa3'),
  'video/wmv': begins('3026b2758e66cf11a6d900aa0062ce6c'),
  'video/3gpp': brand(/^3g/),
  'application/pdf': (head) => head.toString('latin1').includes('%PDF-'),
}

/** Returns whether bytes start like the listed format. Unlisted types always match. */
function looksLike(type: string, head: Buffer): boolean {
  return Object.hasOwn(signatures, type) ? signatures[type]!(head) : true
}

function begins(hex: string): Signature {
  return (head) => head.toString('hex').startsWith(hex)
}

function riff(form: string): Signature {
  return (head) => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === form
}

/**
 * Returns a signature for ISO base media files (ISO/IEC 14496-12), which begin with a `ftyp` box that contains their
 * brand.
 */
function brand(wanted: RegExp): Signature {
  return (head) => text(head, 4, 8) === 'ftyp' && wanted.test(text(head, 8, 12))
}

function isMpegAudio(head: Buffer): boolean {
  const second = head[1] ?? 0
  return head[0] === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0
}

function isMpegVideo(head: Buffer): boolean {
  return begins('000001ba')(head) || begins('000001b3')(head)
}

function text(head: Buffer, from: number, to: number): string {
  return head.toString('latin1', from, to)
}
