import type { RunContext } from '../../judge/index.ts'
import type { RecordedRequest } from '../../model/exchange.ts'
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
    const replay = ['npx mgi run', ...address, '--replay', shellWord(id), ...folder, ...allowing(request, target)].join(
      ' ',
    )
    return { ...(curl === undefined ? {} : { curl }), replay }
  }
}

/** An image on another origin was fetched because the user allowed it, and is again only then. */
function allowing({ path }: RecordedRequest, { url }: Pick<Target, 'url'>): readonly string[] {
  if (path.startsWith('/') || !URL.canParse(path)) return []
  const { origin } = new URL(path)
  return origin === new URL(url).origin ? [] : ['--allow-origin', shellWord(origin)]
}
