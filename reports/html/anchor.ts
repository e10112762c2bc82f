/** The anchor of a requirement: its id. Characters that no id of ours has would break the link, not the page. */
export function anchorOf(id: string): string {
  return encodeURIComponent(id.replace(/\p{Cs}/gu, '\ufffd'))
}

/** The anchor of what a requirement's exchanges showed. */
export function findingsAnchorOf(id: string): string {
  return `findings-${anchorOf(id)}`
}
