export type PageAction = RunAction | { readonly action: 'stop' }

/** A request of the page to run something. */
export type RunAction =
  | { readonly action: 'everything' | 'failed' | 'restart' }
  | { readonly action: 'area' | 'requirement' | 'case'; readonly value: string }

const plain: readonly string[] = ['everything', 'failed', 'stop', 'restart']
const valued: readonly string[] = ['area', 'requirement', 'case']

/** The longest name. */
const longest = 500

/** Reads an action of the page; `undefined` for anything else. */
export function readAction(text: string): PageAction | undefined {
  const { action, value } = parsed(text)
  if (typeof action !== 'string') return undefined
  if (plain.includes(action)) return { action } as PageAction
  if (!valued.includes(action) || typeof value !== 'string' || value === '' || value.length > longest) return undefined
  return { action, value } as PageAction
}

function parsed(text: string): { readonly action?: unknown; readonly value?: unknown } {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
