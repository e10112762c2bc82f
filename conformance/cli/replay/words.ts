import type { Exchange } from '../../model/exchange.ts'
import type { Change, Comparison } from './compare.ts'

/** What became of a case, for people. */
export function comparisonInWords(id: string, before: Exchange, now: Exchange, { fate, changes }: Comparison): string {
  const lines = [`${id}: ${fate}`, `  answer: ${answerOf(before)}, now ${answerOf(now)}`, ...changes.map(changeInWords)]
  return `${lines.join('\n')}\n`
}

function answerOf({ response, ended, trouble }: Exchange): string {
  const end = ended === 'complete' ? '' : ` (${trouble ?? ended})`
  return (response === null ? 'none' : String(response.status)) + end
}

function changeInWords({ requirement, before, now }: Change): string {
  return `  ${requirement}: ${before === now ? `${now} as before` : `${before}, now ${now}`}`
}
