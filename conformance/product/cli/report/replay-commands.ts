import { basename, dirname, isAbsolute, relative } from 'node:path'
import { shellWord } from '../../../../reports/shell-word.ts'
import type { Exchange } from '../../../core/model/exchange.ts'
import type { ReportedFinding } from '../../../core/model/report.ts'
import { wordsFor } from '../../../engine/record/client/names.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { baseUrlOf } from '../../config/vocabulary.ts'
import type { PlaceInEvidence } from '../../recorded/read-files.ts'
import { curlFor } from '../../run/commands/curl.ts'

/**
 * Returns a function that returns the commands which send an exchange of a run again. They use the names and the base
 * URL in the evidence, and repeat the plugins. Evidence under another name than that of a run cannot be replayed, and
 * the embedded server has stopped.
 */
export function replayCommands(cwd: string, plugins: readonly string[] = []) {
  const judgedBy = plugins.flatMap((file) => ['--plugin', shellWord(file)])
  return (exchange: Exchange, { file, id, header }: PlaceInEvidence): Pick<ReportedFinding, 'curl' | 'replay'> => {
    if (exchange.source !== 'runner') return {}
    const { target, vocabulary = {} } = header
    const { request } = exchange
    const area = catalogue.operations.find((one) => one.matches(request))?.area
    const curl = target.embedded
      ? undefined
      : curlFor(request, baseUrlOf(area, target.url, vocabulary), wordsFor(vocabulary, area))
    if (basename(file) !== 'exchanges.ndjson') return { curl }
    const address = target.embedded ? [] : [shellWord(target.url)]
    const where = ['--replay', shellWord(id), '--out', shellWord(below(cwd, dirname(file)))]
    return { curl, replay: ['npx mgi run', ...address, ...where, ...judgedBy].join(' ') }
  }
}

/** Returns a folder relative to another one if it is inside. */
function below(cwd: string, folder: string): string {
  const path = relative(cwd, folder)
  if (path === '') return '.'
  return path.startsWith('..') || isAbsolute(path) ? folder : path
}
