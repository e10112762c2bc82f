/** Returns the anchor of the card of a requirement: its id. */
export function anchorOf(id: string): string {
  return encodeURIComponent(id.replace(/\p{Cs}/gu, '\ufffd')).replaceAll('%2F', '/')
}

/** Returns the anchor of a requirement in the list of all requirements. It is the id if the requirement has no card. */
export function lineAnchorOf(id: string, hasCard: boolean): string {
  return hasCard ? `line-${anchorOf(id)}` : anchorOf(id)
}

export function resultAnchorOf(id: string, operation: string): string {
  return `${anchorOf(id)}@${operation}`
}

/** Returns the anchor of one kind of finding of a requirement. Kinds are counted from 1. */
export function findingAnchorOf(id: string, number: number): string {
  return `${anchorOf(id)}.${number}`
}

export function causeAnchorOf(id: string): string {
  return `cause-${anchorOf(id)}`
}

export function exchangeAnchorOf(id: string): string {
  return `exchange-${anchorOf(id)}`
}

export function sectionAnchorOf(section: string): string {
  return `section-${anchorOf(section)}`
}
