import type { MessageView } from './message-view.ts'

/** The tool uses of a reply that are whole for certain: where the reply may have been cut, the last may lack its end. */
export function uncut<Use>(uses: readonly Use[], view: MessageView | undefined): readonly Use[] {
  return view?.mayBeCut === false ? uses : uses.slice(0, -1)
}
