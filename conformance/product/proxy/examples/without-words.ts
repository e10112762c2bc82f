import { rootNode, schemaNames } from '../../../../schemas/index.ts'
import type { RequestValue, Template } from '../../../core/model/operation.ts'
import { documents, films, pictures, sounds } from '../../../specification/areas/content-generation/media.ts'
import { fileIn } from '../../../specification/areas/images/file-facts.ts'
import { uploads } from '../../../specification/areas/images/uploads.ts'
import { interfaceWords } from '../../config/keys.ts'

/**
 * Replaces the content of requests: texts, names, URLs, numbers and files. Keeps the structure, the names and
 * enumerated values of the specification, numbers in members that it names, and about the lengths of texts: short ones
 * may become longer. Equal words get equal replacements, so that a tool call still has the name of its tool. Returns
 * `undefined` if something cannot be replaced, for example a file of an unknown type.
 */
export function startWithoutWords(templates: readonly Template[]): (value: RequestValue) => RequestValue | undefined {
  const known = new Set([...interfaceWords(), ...schemaWords])
  const files = filesIn(templates)
  return (value) => {
    const replaced = new Map<string, string>()
    const replace = (text: string): string => {
      const found = replaced.get(text) ?? inPlaceOf(text, replaced.size + 1)
      replaced.set(text, found)
      return found
    }
    try {
      const body = within(value.body, { known, files, replace })
      return { ...value, ...(body === undefined ? {} : { body: withFiles(body, templates) }) }
    } catch (error) {
      if (error instanceof NoExample) return undefined
      throw error
    }
  }
}

/** Thrown if a request contains something that cannot be replaced. */
class NoExample extends Error {}

interface Replacing {
  readonly known: ReadonlySet<string>
  /** Fixture files in base64, by media type. */
  readonly files: ReadonlyMap<string, string>
  readonly replace: (text: string) => string
}

/** The words of JSON Schema, which describes tools and response formats. */
const schemaWords = [
  ...['object', 'array', 'string', 'number', 'integer', 'boolean', 'null', 'date', 'date-time', 'time', 'duration'],
  ...['type', 'properties', 'required', 'items', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', 'not', 'description'],
  ...['additionalProperties', 'minimum', 'maximum', 'minItems', 'maxItems', 'minLength', 'maxLength', 'format'],
  ...['title', 'default', 'nullable', '$defs', '$ref', 'prefixItems', 'uniqueItems', 'propertyOrdering'],
]

const deepest = 60

function within(value: unknown, replacing: Replacing, name = '', depth = 0): unknown {
  const { known, replace } = replacing
  if (depth > deepest) throw new NoExample()
  if (typeof value === 'string') return known.has(value) ? value : replace(value)
  if (typeof value === 'number') return known.has(name) ? value : 1
  if (Array.isArray(value)) return value.map((item) => within(item, replacing, name, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, item]): [string, unknown] => {
    const ownName = known.has(key) ? key : replace(key)
    const file = typeof item === 'string' && key === 'data' ? fileLike(value, replacing.files) : undefined
    return [ownName, file ?? within(item, replacing, key, depth + 1)]
  })
  return Object.fromEntries(members)
}

/** Returns a file of a template with the media type that the request states for the data. */
function fileLike(holder: object, files: Replacing['files']): string | undefined {
  const type = mediaTypeIn(holder)
  if (type === undefined) return undefined
  const file = files.get(type)
  if (file === undefined) throw new NoExample()
  return file
}

function mediaTypeIn(holder: object): string | undefined {
  const members = holder as Readonly<Record<string, unknown>>
  const type = members['media_type'] ?? members['mimeType'] ?? members['mime_type']
  return typeof type === 'string' ? type.toLowerCase() : undefined
}

function filesIn(templates: readonly Template[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const [type, { data }] = [mediaTypeIn(value), value as { readonly data?: unknown }]
    if (type !== undefined && typeof data === 'string' && !files.has(type)) files.set(type, data)
    for (const inside of Object.values(value)) collect(inside)
  }
  for (const { value } of templates) collect(value.body)
  collect([pictures, sounds, films, documents])
  for (const name of schemaNames()) collect(rootNode(name).schema)
  return files
}

const filler = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore '

/** Replaces a word by a word, a URL by a URL, and a text by a text of about the same length. */
function inPlaceOf(text: string, number: number): string {
  // A single character is kept, because it identifies no person and names may be that short.
  if (text.length <= 1) return text
  if (/^\s+$/.test(text)) return ' '.repeat(text.length)
  if (/^#\//.test(text)) throw new NoExample()
  if (/^[a-z][a-z0-9+.-]*:\/\/\S*$/i.test(text)) return `https://example.com/${number}`
  if (/^[\w.-]{1,64}$/.test(text)) return `word_${number}`.padEnd(text.length, '_')
  const start = `text ${number} `
  const { length } = [...text]
  return (start + filler.repeat(Math.ceil(length / filler.length))).slice(0, Math.max(length, start.length)).trimEnd()
}

const otherPictures = [uploads.webp, uploads.jpeg].map((picture) => fileIn('image', picture))

/**
 * Replaces the facts of a form's files by those of similar template files. A mask is replaced together with an image of
 * its size.
 */
function withFiles(body: unknown, templates: readonly Template[]): unknown {
  if (typeof body !== 'object' || body === null || !isForm(body)) return body
  const forms = templates.map(({ value }) => value.body as Form)
  const mask = body.mask && forms.find((one) => one.mask?.format === body.mask?.format)?.mask
  if (body.mask !== undefined && mask === undefined) throw new NoExample()
  const files = [...forms.flatMap((one) => one.image), ...otherPictures].filter(
    (one) => mask === undefined || (one.width === mask.width && one.height === mask.height),
  )
  const similar = (own: File) => {
    const ofFormat = files.filter(({ format }) => format === own.format)
    return ofFormat.find((one) => mask === undefined || hasAlpha(one) === hasAlpha(own)) ?? ofFormat[0] ?? files[0]
  }
  const image = body.image.map((own) => ({ ...similar(own), field: own.field }))
  return { ...body, image, ...(mask === undefined ? {} : { mask }) }
}

/** Returns whether an image has an alpha channel. With a mask, an image without one is a feature of its own (I7). */
function hasAlpha({ alpha }: File): boolean {
  return alpha !== 'none'
}

interface Form {
  readonly image: readonly File[]
  readonly mask?: File
}

interface File {
  readonly format: unknown
  readonly alpha?: unknown
  readonly width?: unknown
  readonly height?: unknown
  readonly field: unknown
}

function isForm(body: object): body is Form {
  const { image } = body as Partial<Form>
  return Array.isArray(image) && image.every((file: unknown) => typeof file === 'object' && file !== null)
}
