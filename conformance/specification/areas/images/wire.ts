import type { OpenSite } from '../../../../schemas/index.ts'
import { membersOf } from '../../../../schemas/json.ts'
import { keyLabels } from '../../../core/model/credential.ts'
import { type HeaderLine, header, mediaType, type RecordedRequest } from '../../../core/model/exchange.ts'
import type { RequestValue } from '../../../core/model/operation.ts'
import { asBuffer } from '../../../core/wire/bytes.ts'
import { imageFacts } from '../../../core/wire/image-facts.ts'
import { decodeMultipart, encodeMultipart, type FormPart, type FormPartInput } from '../../../core/wire/multipart.ts'
import { bytesWith, type FileFacts } from './file-facts.ts'
import { committedPictures } from './uploads.ts'

const authorization: HeaderLine = ['authorization', `Bearer ${keyLabels.valid}`]
const nothing = new Uint8Array()

/** Reads a request with a JSON body. Includes the content type only if it is not plain JSON (interpretation G14). */
export function readJson(request: RecordedRequest): RequestValue {
  const own = unusualHeaders(request, 'application/json')
  const body = 'content-encoding' in (own.header ?? {}) ? undefined : parsed(request.body)
  return { ...own, ...(body === undefined ? {} : { body }) }
}

export function writeJson(path: string, { header: own, body }: RequestValue): RecordedRequest {
  const bytes = body === undefined ? nothing : Buffer.from(JSON.stringify(body), 'utf8')
  return { method: 'POST', path, headers: lines('application/json', own), body: bytes }
}

/** Caches forms by body, because uploads are megabytes and several modules read the same body. */
const formsRead = new WeakMap<Uint8Array, { readonly type: string; readonly form: FormValue | undefined }>()

export function readForm(request: RecordedRequest): RequestValue {
  const own = unusualHeaders(request, 'multipart/form-data')
  if (own.header !== undefined) return own
  const form = formIn(header(request.headers, 'content-type') ?? '', request.body)
  return form === undefined ? own : { ...own, body: form }
}

/**
 * Returns the places of the files that a form does not have under their listed names: `image[0]` is not listed, and it
 * is not the absence of `image` (interpretation G16).
 */
export function openFiles(request: RecordedRequest, isWithoutFiles: boolean): readonly OpenSite[] {
  const names = Object.keys(membersOf(readForm(request).body))
  return ['image', 'mask'].flatMap((name): readonly OpenSite[] => {
    if (isWithoutFiles) return [{ pointer: `/body/${name}`, interpretation: 'G19' }]
    const isElsewhere = !names.includes(name) && names.some((other) => other.startsWith(`${name}[`))
    return isElsewhere ? [{ pointer: `/body/${name}`, interpretation: 'G16' }] : []
  })
}

function formIn(type: string, body: Uint8Array): FormValue | undefined {
  const known = formsRead.get(body)
  if (known?.type === type) return known.form
  const parts = decodeMultipart(type, body)
  const form = parts && formValue(parts)
  formsRead.set(body, { type, form })
  return form
}

/** Writes a form with the fields and files of its body, and with `files` that are not fixtures. */
export function writeForm(
  path: string,
  { header: own, body }: RequestValue,
  files: readonly FormPartInput[] = [],
): RecordedRequest {
  if (body === undefined) return { method: 'POST', path, headers: lines('multipart/form-data', own), body: nothing }
  const { contentType, body: bytes } = encodeMultipart([...formParts(body as FormValue), ...files])
  return { method: 'POST', path, headers: lines(contentType, own), body: bytes }
}

function unusualHeaders({ headers }: RecordedRequest, usual: string): Pick<RequestValue, 'header'> {
  const isUsual = mediaType(headers) === usual
  const encoding = header(headers, 'content-encoding')
  if (isUsual && encoding === undefined) return {}
  const type = isUsual ? undefined : (header(headers, 'content-type') ?? '')
  return {
    header: {
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    },
  }
}

/** Returns header lines. An empty value removes a header. */
function lines(usual: string, own: RequestValue['header'] = {}): readonly HeaderLine[] {
  const all = Object.entries({ 'content-type': usual, ...own })
  return [authorization, ...all.filter(([, value]) => value !== '')]
}

const utf8 = new TextDecoder()

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    return undefined
  }
}

/** A form as the request schemas describe it: text fields by name, files as facts. */
type FormValue = Readonly<Record<string, unknown>>

/** The field names of files, and the member of the form's value for each. */
const fileFields: Readonly<Record<string, 'image' | 'mask'>> = { image: 'image', 'image[]': 'image', mask: 'mask' }

/** Reads the parts of a form. If a field is repeated, its first value counts, and `repeated` contains its name. */
export function formValue(parts: readonly FormPart[]): FormValue {
  const images = parts.filter(({ name }) => fileFields[name] === 'image')
  const masks = parts.filter(({ name }) => name === 'mask')
  const texts = parts.filter(({ name }) => !Object.hasOwn(fileFields, name))
  const fields = new Map<string, unknown>()
  for (const { name, bytes } of texts)
    if (!fields.has(name)) fields.set(name, asValue(name, asBuffer(bytes).toString('utf8')))
  const names = [...texts.map(({ name }) => name), ...masks.map(() => 'mask')]
  const repeated = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
  const value = {
    ...(images.length > 0 ? { image: undefined } : {}),
    ...(masks.length > 0 ? { mask: undefined } : {}),
    ...Object.fromEntries(fields),
    ...(repeated.length > 0 ? { repeated } : {}),
  }
  if (images.length > 0) computeLater(value, 'image', () => images.map(fileOf))
  if (masks.length > 0) computeLater(value, 'mask', () => fileOf(masks[0]!))
  return value
}

/**
 * Defines a member that is computed when it is read. The cost of a request is needed first and does not depend on its
 * pictures.
 */
function computeLater(value: object, name: string, compute: () => unknown): void {
  const common = { configurable: true, enumerable: true }
  const get = (): unknown => {
    const found = compute()
    Object.defineProperty(value, name, { ...common, writable: true, value: found })
    return found
  }
  Object.defineProperty(value, name, { ...common, get })
}

/** Returns the parts of a form with this value. Throws if no form can express it. */
function formParts(value: FormValue): readonly FormPartInput[] {
  const { image = [], mask, repeated = [], ...fields } = value
  const texts = Object.entries(fields).map(([name, member]) => ({ name, value: asText(name, member) }))
  const again = texts.filter(({ name }) => (repeated as readonly string[]).includes(name))
  const files = [...(image as readonly FileFacts[]), ...(mask === undefined ? [] : [mask as FileFacts])]
  return [...texts, ...again, ...files.map(filePart)]
}

function fileOf({ name, bytes }: FormPart): FileFacts {
  return { field: name as FileFacts['field'], ...imageFacts(bytes, committedPictures) }
}

function filePart(facts: FileFacts): FormPartInput {
  if (typeof facts !== 'object' || !Object.hasOwn(fileFields, facts.field))
    throw new TypeError('not the facts of a file')
  const kind = facts.format === 'webp' || facts.format === 'jpeg' ? facts.format : 'png'
  return {
    name: facts.field,
    filename: `${fileFields[facts.field]}.${kind}`,
    type: `image/${kind}`,
    bytes: bytesWith(facts),
  }
}

/** Converts the text of a field. Forms contain only text, so the text of `n` becomes a number if it is one. */
function asValue(name: string, text: string): unknown {
  return name === 'n' && /^-?(0|[1-9][0-9]{0,14})$/.test(text) && text !== '-0' ? Number(text) : text
}

function asText(name: string, member: unknown): string {
  if (typeof member === 'string') return member
  if (name === 'n' && typeof member === 'number') return String(member)
  throw new TypeError(`a form cannot carry ${JSON.stringify(member)} as ${name}`)
}
