import type { RunOptions } from '../../config/run-options.ts'
import { allBaseUrls, baseUrlOf } from '../../config/vocabulary.ts'
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
  const { vocabulary } = targetOptions
  const isNamed = !target.embedded && (said.hasUrl || said.config === undefined)
  const address = isNamed ? [shellWord(target.url)] : []
  const config = said.config === undefined ? [] : ['--config', shellWord(said.config)]
  const folder = said.out === undefined ? [] : ['--out', shellWord(said.out)]
  const reaching = saidAgain(target, options)
  return ({ id, request }) => {
    const area = operations.find((one) => one.matches(request))?.area
    const base = baseUrlOf(area, target.url, vocabulary)
    const words = target.embedded ? undefined : curlWords(area, targetOptions, base)
    const curl = words && curlFor(request, base, words)
    const where = [
      ...address,
      ...config,
      '--replay',
      shellWord(id),
      ...folder,
      ...reaching,
      ...allowing(request, allBaseUrls(target.url, vocabulary)),
    ]
    const replay = ['npx mgi run', ...where].join(' ')
    return { ...(curl === undefined ? {} : { curl }), replay }
  }
}

/** An image on another origin was fetched because the user allowed it, and is again only then. */
function allowing({ path }: RecordedRequest, baseUrls: readonly string[]): readonly string[] {
  if (path.startsWith('/') || !URL.canParse(path)) return []
  const { origin } = new URL(path)
  return baseUrls.some((url) => new URL(url).origin === origin) ? [] : ['--allow-origin', shellWord(origin)]
}
