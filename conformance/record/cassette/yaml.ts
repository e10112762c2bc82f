import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Loads the parser with the first cassette, since most commands read none. */
function yaml(): typeof import('yaml') {
  return require('yaml') as typeof import('yaml')
}

/** The most tokens of a text. The parser keeps an object for each. */
const mostTokens = 1_000_000
/** The most uses of one anchor, nested ones multiplied. PyYAML writes an alias for a value that occurs again. */
const mostAliases = 10_000

/** A parsed value, or the reason why the text is rejected. */
export type ParsedYaml = { readonly value: unknown } | { readonly problem: string }

/** The tags of recorders: bytes, and the strings of Python 2. */
const bytesTags = ['!binary', 'tag:yaml.org,2002:binary']
const stringTags = ['tag:yaml.org,2002:python/unicode', 'tag:yaml.org,2002:python/str', 'tag:yaml.org,2002:str', '!str']

const customTags = [
  ...bytesTags.map((tag) => ({ tag, identify: () => false, resolve: bytesIn })),
  ...stringTags.map((tag) => ({ tag, identify: () => false, resolve: (text: string) => text })),
]

/** Parses YAML of unknown origin. Other tags than those of bytes and strings are rejected; nothing is executed. */
export function parseYaml(text: string): ParsedYaml {
  if (hasTooManyTokens(text)) return { problem: `it has more than ${mostTokens.toLocaleString('en')} YAML tokens` }
  try {
    const document = yaml().parseDocument(text, {
      schema: 'core',
      customTags,
      prettyErrors: false,
      logLevel: 'silent',
      uniqueKeys: false,
    })
    const [error] = [...document.errors, ...document.warnings]
    if (error !== undefined) return { problem: error.message.split('\n')[0]! }
    return { value: document.toJS({ maxAliasCount: mostAliases }) as unknown }
  } catch (error) {
    return { problem: reasonOf(error as Error) }
  }
}

function reasonOf({ name, message }: Error): string {
  if (name === 'RangeError') return 'its values are nested too deeply'
  return /alias count/i.test(message) ? 'its aliases multiply (a billion laughs)' : message.split('\n')[0]!
}

function hasTooManyTokens(text: string): boolean {
  let tokens = 0
  for (const _ of new (yaml().Lexer)().lex(text)) {
    tokens += 1
    if (tokens > mostTokens) return true
  }
  return false
}

function bytesIn(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'))
}
