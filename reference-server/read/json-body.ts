import { isUtf8 } from 'node:buffer'
import type { Context } from 'koa'
import { type Body, unreadable } from './body.ts'
import { bytesOf } from './bytes.ts'

/** Reads a JSON body of at most `limit` bytes. */
export async function readJson(ctx: Context, limit: number): Promise<Body> {
  const bytes = await bytesOf(ctx.req, limit)
  if (bytes === undefined) return { kind: 'too-large' }
  if (!isJson(ctx.get('content-type'))) return unreadable('The content type of the request is not application/json.')
  if (!isUtf8(bytes)) return unreadable('The request body is not UTF-8.')
  return parsed(bytes.toString().replace(/^\uFEFF/, ''))
}

function isJson(contentType: string): boolean {
  return /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType)
}

function parsed(text: string): Body {
  try {
    return { kind: 'value', value: JSON.parse(text), text }
  } catch {
    return unreadable('The request body is not valid JSON.')
  }
}
