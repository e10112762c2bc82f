/** The reason of an abort that a signal to the process caused. */
class Interruption extends DOMException {}

/** An event other than a signal that ends the process. */
type Event = 'the end of npx' | 'an error of standard output'

/** Returns the abort reason for a signal, or another event, that ends the process. */
export function interruptedBy(name: NodeJS.Signals | Event): DOMException {
  return new Interruption(name === 'SIGINT' ? byUser : `interrupted by ${name}`, 'AbortError')
}

/** Describes what interrupted a run; `undefined` if nothing did. */
export function interruptionInWords({ aborted, reason }: AbortSignal): string | undefined {
  if (!aborted) return undefined
  return reason instanceof Interruption ? reason.message : byUser
}

const byUser = 'interrupted by the user'
