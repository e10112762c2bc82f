import type { MessageView } from './message-view.ts'

/**
 * Returns the tool uses of a reply that are certainly complete. If the reply may have been cut, the last is left out.
 */
export function uncut<Use>(uses: readonly Use[], view: MessageView | undefined): readonly Use[] {
  return view?.mayBeCut === false ? uses : uses.slice(0, -1)
}
