import { isUtf8 } from 'node:buffer'
import { closeSync, openSync, readSync } from 'node:fs'
import { toolIdentity } from '../files/tool-identity.ts'

/** How far into a file it is looked, in bytes. */
const beginning = 16 * 1024

/** What a file that is no evidence seems to be, and what to do with it; `undefined` where nobody can tell. */
export function seeming(path: string): string | undefined {
  const bytes = beginningOf(path)
  const text = bytes.toString('utf8').trimStart()
  if (isCompressed(bytes)) return 'it is compressed; unpack it first'
  if (bytes.includes(0) || !isText(bytes)) return 'it is not text; name the exchanges.ndjson that mgi run writes'
  if (/^<(!doctype html|html)/i.test(text)) return 'it is a web page; name the exchanges.ndjson of the run'
  if (text.startsWith('<')) return 'it is XML; name the exchanges.ndjson of the run'
  // A line of evidence says first what it is.
  if (/^\{\s*"(?!kind")/.test(text) && text.includes('"formatVersion"') && text.includes(`"${toolIdentity().name}"`))
    return `it holds results, which mgi report ${path} renders; mgi check judges the exchanges.ndjson beside it`
  return undefined
}

function beginningOf(path: string): Buffer {
  const bytes = Buffer.alloc(beginning)
  const file = openSync(path, 'r')
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, beginning, 0))
  } finally {
    closeSync(file)
  }
}

/** gzip, zip and zstandard. */
function isCompressed(bytes: Buffer): boolean {
  return ['1f8b', '504b0304', '28b52ffd'].some((magic) => bytes.toString('hex', 0, magic.length / 2) === magic)
}

/** The last character may be cut in two. */
function isText(bytes: Buffer): boolean {
  return [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, bytes.length - cut)))
}
