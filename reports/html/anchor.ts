/** The anchor of a requirement: its id, where all there is to say about it stands. */
export function anchorOf(id: string): string {
  return encodeURIComponent(id.replace(/\p{Cs}/gu, '\ufffd')).replaceAll('%2F', '/')
}

/** The anchor of a requirement's line in the list of all requirements; its own where it has no other place. */
export function lineAnchorOf(id: string, hasCard: boolean): string {
  return hasCard ? `line-${anchorOf(id)}` : anchorOf(id)
}

/** The anchor of what became of a requirement on one operation. */
export function resultAnchorOf(id: string, operation: string): string {
  return `${anchorOf(id)}@${operation}`
}

/** The anchor of one kind of finding of a requirement, counted from 1. */
export function findingAnchorOf(id: string, number: number): string {
  return `${anchorOf(id)}.${number}`
}

/** The anchor of an exchange shown in full. */
export function exchangeAnchorOf(id: string): string {
  return `exchange-${anchorOf(id)}`
}

/** The anchor of a section of the specification. */
export function sectionAnchorOf(section: string): string {
  return `section-${anchorOf(section)}`
}
