import { itemsOf, type Members, member, memberAt, membersOf } from '../../../../schemas/json.ts'

/** Joins the events of a stream to a reply with its first candidate. Texts that follow one another become one part. */
export function contentFrom(events: readonly unknown[]): Members {
  const slices = events.map((event) => itemsOf(member(event, 'candidates'))[0])
  const parts: Members[] = []
  for (const part of slices.flatMap((slice) => itemsOf(memberAt(slice, 'content', 'parts'))).map(membersOf)) {
    const last = parts.at(-1)
    if (last !== undefined && isTextAlone(last) && isTextAlone(part))
      parts.splice(-1, 1, { text: `${last['text']}${part['text']}` })
    else parts.push(part)
  }
  const finishReason = slices.map((slice) => member(slice, 'finishReason')).findLast((reason) => reason !== undefined)
  return { candidates: [{ content: { parts }, finishReason }] }
}

function isTextAlone(part: Members): boolean {
  return typeof part['text'] === 'string' && Object.keys(part).length === 1
}
