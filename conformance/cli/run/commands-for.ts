import type { RunContext } from '../../judge/index.ts'
import { curlFor, shellWord } from '../report/curl.ts'
import type { Target } from './target.ts'

/**
 * The commands that send a request of this run again. The embedded server is gone by then and gets no curl.
 * `out` is the folder as the user wrote it, where it is not the usual one.
 */
export function commandsFor(target: Pick<Target, 'url' | 'embedded'>, out: string | undefined): RunContext['commands'] {
  const address = target.embedded ? [] : [shellWord(target.url)]
  const folder = out === undefined ? [] : ['--out', shellWord(out)]
  return ({ id, request }) => {
    const curl = target.embedded ? undefined : curlFor(request, target.url, {})
    const replay = ['npx mgi run', ...address, '--replay', shellWord(id), ...folder].join(' ')
    return { ...(curl === undefined ? {} : { curl }), replay }
  }
}
