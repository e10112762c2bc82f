import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { JsonObject } from '../evidence/read-json.ts'
import { asObject, asText } from './har-json.ts'

/** The most bytes of a body in a separate file. */
const longestBody = 64 * 1024 * 1024

/** Bodies in files beside the HAR, as Playwright's mode `attach` writes them. */
export interface Attachments {
  /** Inserts the bodies into an entry. A missing file counts as a body that was not recorded. */
  embedded(entry: JsonObject): JsonObject
  /** Returns the names of files that are missing or unreadable. */
  missing(): readonly string[]
}

/** Reads files beside a HAR. Names that lead outside of the folder are ignored, since a HAR is not trusted. */
export function attachmentsOf(har: string): Attachments {
  const folder = dirname(har)
  const missing = new Set<string>()
  const embed = (holder: JsonObject): JsonObject => {
    const name = asText(holder['_file'])
    if (name === undefined || asText(holder['text'])) return holder
    const bytes = bytesBeside(folder, name)
    if (bytes === undefined) missing.add(name)
    return bytes === undefined ? holder : { ...holder, text: bytes.toString('base64'), encoding: 'base64' }
  }
  return {
    missing: () => [...missing],
    embedded: (entry) => {
      const [request, response] = [asObject(entry['request']), asObject(entry['response'])]
      const [post, content] = [asObject(request['postData']), asObject(response['content'])]
      const [sent, received] = [embed(post), embed(content)]
      if (sent === post && received === content) return entry
      return {
        ...entry,
        request: sent === post ? request : { ...request, postData: sent },
        response: received === content ? response : { ...response, content: received },
      }
    },
  }
}

function bytesBeside(folder: string, name: string): Buffer | undefined {
  if (!/^[\w-][\w.-]*$/.test(name)) return undefined
  try {
    const file = realpathSync(join(folder, name))
    const facts = statSync(file)
    if (dirname(file) !== realpathSync(folder) || !facts.isFile() || facts.size > longestBody) return undefined
    return readFileSync(file)
  } catch {
    return undefined
  }
}
