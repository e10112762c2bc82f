/** What the page can ask for. */
export type PageWish = RunWish | { readonly wish: 'stop' }

/** What sets something off. */
export type RunWish =
  | { readonly wish: 'everything' | 'failed' | 'restart' }
  | { readonly wish: 'area' | 'requirement' | 'case'; readonly value: string }

const plain: readonly string[] = ['everything', 'failed', 'stop', 'restart']
const valued: readonly string[] = ['area', 'requirement', 'case']

/** The longest name that is looked up. */
const longest = 500

/** Reads what the page sent; `undefined` for anything that it does not send. */
export function readWish(text: string): PageWish | undefined {
  const { wish, value } = parsed(text)
  if (typeof wish !== 'string') return undefined
  if (plain.includes(wish)) return { wish } as PageWish
  if (!valued.includes(wish) || typeof value !== 'string' || value === '' || value.length > longest) return undefined
  return { wish, value } as PageWish
}

function parsed(text: string): { readonly wish?: unknown; readonly value?: unknown } {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
