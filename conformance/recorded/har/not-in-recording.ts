import { visibleLine } from '../../../reports/visible.ts'
import { type Exchange, endNotCaptured } from '../../model/exchange.ts'
import { isCassette } from '../../record/cassette/read-cassette.ts'
import type { Survey } from '../../record/har/survey.ts'

/** Counts the exchanges with parts that a recording does not contain. */
export interface UncapturedCounts {
  note(exchange: Exchange): void
  /** Returns the missing parts, each with the number of exchanges, as text. */
  facts(): readonly string[]
}

export function startUnseen(): UncapturedCounts {
  const counts = { ends: 0, requests: 0, responses: 0 }
  return {
    note: ({ trouble, captured, response }) => {
      if (trouble === endNotCaptured) counts.ends += 1
      if (!captured.includes('request-body')) counts.requests += 1
      if (response !== null && !captured.includes('response-body')) counts.responses += 1
    },
    facts: () => [
      ...(counts.ends === 0 ? [] : [`how ${counts.ends} ${counts.ends === 1 ? 'response' : 'responses'} ended`]),
      ...bodiesInWords('request', counts.requests),
      ...bodiesInWords('response', counts.responses),
    ],
  }
}

function bodiesInWords(what: string, count: number): readonly string[] {
  if (count === 0) return []
  return [count === 1 ? `the body of 1 ${what}` : `the bodies of ${count} ${what}s`]
}

interface Lacks {
  readonly survey: Survey
  readonly unseen: UncapturedCounts
  /** The files that contain missing bodies. */
  readonly missing: readonly string[]
}

/** Describes what a recording does not contain, as the end of a sentence about it. */
export function notInRecording({ survey, unseen, missing }: Lacks): string {
  const facts = [
    ...unseen.facts(),
    ...(hasTimes(survey) ? [] : [`when requests were sent, which ${survey.creator} does not write`]),
  ]
  const notCaptured = facts.length === 0 ? '' : `; not captured: ${facts.join('; ')}`
  const [first, ...others] = missing
  if (first === undefined) return visibleLine(notCaptured)
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return visibleLine(
    `${notCaptured}; bodies are in files that are not beside it (${first.slice(0, 80)}${more}): keep them in its folder, or record with the bodies embedded`,
  )
}

function hasTimes({ creator, entries }: Survey): boolean {
  return !isCassette(creator) || entries.some(({ began }) => began > 0)
}
