import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { openapi } from '../../../../schemas/openapi.ts'
import { isSpecial } from '../../../core/files/file-facts.ts'
import { isForeign, recordIn } from '../../../core/files/own-files.ts'
import { replaceFile } from '../../../core/files/replacing.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { targetUrl } from '../../config/target-url.ts'
import { done } from '../../report/exit-code.ts'
import { command } from '../command.ts'

export const openapiCommand = command({
  name: 'openapi',
  summary: 'Writes the specification as OpenAPI 3.1: all operations with their schemas, errors and examples.',
  usage: 'openapi [FILE] [OPTION …]',
  positionals: 1,
  options: {
    server: { type: 'string', value: 'URL', help: 'The base URL of your gateway, for servers in the document.' },
  },
  notes: [
    'Without FILE, the document is printed. The format is JSON. An existing FILE is replaced only if mgi wrote it.',
  ],
  async run({ positionals: [name], values, io }) {
    const document = openapi(values.server === undefined ? {} : { server: baseUrl(values.server) })
    const text = `${JSON.stringify(document, null, 2)}\n`
    if (name === undefined) io.stdout.write(text)
    else {
      const file = resolve(io.cwd, name)
      if (isSpecial(file))
        throw new UsageError(
          `${name}: it is not a regular file; leave it out for standard output, or name another file`,
        )
      if (isForeign(file))
        throw new UsageError(`${name}: the file was not written by mgi; move it, or name another file`)
      const record = recordIn(file)
      if (record !== undefined)
        throw new UsageError(`${name}: the file has the ${record} of a run; move it, or name another file`)
      const problem = await replaceFile(file, (part) => writeFileSync(part, text))
      if (problem !== undefined) throw new UsageError(`${problem}; name a file in a folder that you can write to`)
      io.stdout.write(`wrote ${name}\n`)
    }
    return done
  },
})

/** Returns the base URL for the document. The rules are those of a target, so that no key is written. */
function baseUrl(text: string): string {
  if (text.includes('@'))
    throw new UsageError('--server contains an @: a user name or password in it would be written; leave it out')
  return targetUrl(text, '--server', 'the base URL')
}
