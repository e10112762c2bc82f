import { keyLabels } from '../../model/credential.ts'
import { type HeaderLine, header, mediaType, type RecordedRequest } from '../../model/exchange.ts'
import type { RequestValue } from '../../model/operation.ts'
import { decodeMultipart, encodeMultipart, type WrittenPart } from '../../wire/multipart.ts'
import { type FormValue, formParts, formValue } from './form.ts'

const authorization: HeaderLine = ['authorization', `Bearer ${keyLabels.valid}`]
const nothing = new Uint8Array()

/** Reads a request with a JSON body. The content type is included only if it is not plain JSON (interpretation G14). */
export function readJson(request: RecordedRequest): RequestValue {
  const own = unusualHeaders(request, 'application/json')
  const body = 'content-encoding' in (own.header ?? {}) ? undefined : parsed(request.body)
  return { ...own, ...(body === undefined ? {} : { body }) }
}

export function writeJson(path: string, { header: own, body }: RequestValue): RecordedRequest {
  const bytes = body === undefined ? nothing : Buffer.from(JSON.stringify(body), 'utf8')
  return { method: 'POST', path, headers: lines('application/json', own), body: bytes }
}

/** Caches forms by body. Uploads are megabytes, and several modules read the same body. */
const formsRead = new WeakMap<Uint8Array, { readonly type: string; readonly form: FormValue | undefined }>()

/** Reads a request with a multipart form. */
export function readForm(request: RecordedRequest): RequestValue {
  const own = unusualHeaders(request, 'multipart/form-data')
  if (own.header !== undefined) return own
  const form = formIn(header(request.headers, 'content-type') ?? '', request.body)
  return form === undefined ? own : { ...own, body: form }
}

function formIn(type: string, body: Uint8Array): FormValue | undefined {
  const known = formsRead.get(body)
  if (known?.type === type) return known.form
  const parts = decodeMultipart(type, body)
  const form = parts && formValue(parts)
  formsRead.set(body, { type, form })
  return form
}

/** Writes a form with the fields and files of its body, and with `files` that are not ours. */
export function writeForm(
  path: string,
  { header: own, body }: RequestValue,
  files: readonly WrittenPart[] = [],
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

/** An empty value stands for a header that is absent. */
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
