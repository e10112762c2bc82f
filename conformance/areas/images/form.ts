import { imageFacts } from '../../wire/image-facts.ts'
import type { FormPart, WrittenPart } from '../../wire/multipart.ts'
import { bytesWith, type FileFacts } from './file-facts.ts'

/** A form as the request schemas describe it: text fields by name, files as facts. */
export type FormValue = Readonly<Record<string, unknown>>

/** The field names of files, and the member of the form's value for each. */
const fileFields: Readonly<Record<string, 'image' | 'mask'>> = { image: 'image', 'image[]': 'image', mask: 'mask' }

/** Reads the parts of a form. The first value of a repeated field counts, and `repeated` contains its name. */
export function formValue(parts: readonly FormPart[]): FormValue {
  const images = parts.filter(({ name }) => fileFields[name] === 'image')
  const masks = parts.filter(({ name }) => name === 'mask')
  const texts = parts.filter(({ name }) => !Object.hasOwn(fileFields, name))
  const fields = new Map<string, unknown>()
  for (const { name, bytes } of texts) if (!fields.has(name)) fields.set(name, asValue(name, textOf(bytes)))
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

/** Computes a member when it is read. The cost of a request is needed first and does not depend on its pictures. */
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
export function formParts(value: FormValue): readonly WrittenPart[] {
  const { image = [], mask, repeated = [], ...fields } = value
  const texts = Object.entries(fields).map(([name, member]) => ({ name, value: asText(name, member) }))
  const again = texts.filter(({ name }) => (repeated as readonly string[]).includes(name))
  const files = [...(image as readonly FileFacts[]), ...(mask === undefined ? [] : [mask as FileFacts])]
  return [...texts, ...again, ...files.map(filePart)]
}

function fileOf({ name, bytes }: FormPart): FileFacts {
  return { field: name as FileFacts['field'], ...imageFacts(bytes) }
}

function filePart(facts: FileFacts): WrittenPart {
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

function textOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('utf8')
}

/** A form contains only text. The text of `n` becomes a number if it is one. */
function asValue(name: string, text: string): unknown {
  return name === 'n' && /^-?(0|[1-9][0-9]{0,14})$/.test(text) && text !== '-0' ? Number(text) : text
}

function asText(name: string, member: unknown): string {
  if (typeof member === 'string') return member
  if (name === 'n' && typeof member === 'number') return String(member)
  throw new TypeError(`a form cannot carry ${JSON.stringify(member)} as ${name}`)
}
