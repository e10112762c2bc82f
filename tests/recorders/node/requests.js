import { readFileSync } from 'node:fs'
import process from 'node:process'

export const requests = JSON.parse(readFileSync(process.env.REQUESTS, 'utf8'))

export function formOf({ form }) {
  const data = new FormData()
  for (const { name, value, base64, file, type } of form) {
    if (base64 === undefined) data.append(name, value)
    else data.append(name, new Blob([Buffer.from(base64, 'base64')], { type }), file)
  }
  return data
}

/** Returns the bytes of a request's body, and the media type of a form, for `node:http`. */
export async function bodyOf(request) {
  if (request.form === undefined) return { body: Buffer.from(request.json ?? ''), headers: {} }
  const form = new Response(formOf(request))
  return {
    body: Buffer.from(await form.arrayBuffer()),
    headers: { 'content-type': form.headers.get('content-type') },
  }
}
