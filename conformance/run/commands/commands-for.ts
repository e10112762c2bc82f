import type { RunOptions } from '../../config/run-options.ts'
import type { Commands } from '../../judge/index.ts'
import type { Exchange, RecordedRequest } from '../../model/exchange.ts'
import type { Operation } from '../../model/operation.ts'
import type { Target } from '../target/target.ts'
import { curlFor, shellWord } from './curl.ts'
import { curlWords } from './curl-words.ts'
import { saidAgain } from './said-again.ts'

/**
 * The commands that send a request of this run again, in the words of its target. The embedded server is gone by then and
 * gets no curl.
 */
export function commandsFor(
  target: Pick<Target, 'url' | 'embedded'>,
  options: Pick<RunOptions, 'said' | 'targetOptions'>,
  operations: readonly Operation[],
): (exchange: Exchange) => Commands {
  const { said, targetOptions } = options
  const isNamed = !target.embedded && (said.hasUrl || said.config === undefined)
  const address = isNamed ? [shellWord(target.url)] : []
  const config = said.config === undefined ? [] : ['--config', shellWord(said.config)]
  const folder = said.out === undefined ? [] : ['--out', shellWord(said.out)]
  const reaching = saidAgain(target, options)
  return ({ id, request }) => {
    const area = operations.find((one) => one.matches(request))?.area
    const words = target.embedded ? undefined : curlWords(area, targetOptions, target.url)
    const curl = words && curlFor(request, target.url, words)
    const where = [
      ...address,
      ...config,
      '--replay',
      shellWord(id),
      ...folder,
      ...reaching,
      ...allowing(request, target),
    ]
    const replay = ['npx mgi run', ...where].join(' ')
    return { ...(curl === undefined ? {} : { curl }), replay }
  }
}

/** An image on another origin was fetched because the user allowed it, and is again only then. */
function allowing({ path }: RecordedRequest, { url }: Pick<Target, 'url'>): readonly string[] {
  if (path.startsWith('/') || !URL.canParse(path)) return []
  const { origin } = new URL(path)
  return origin === new URL(url).origin ? [] : ['--allow-origin', shellWord(origin)]
}
