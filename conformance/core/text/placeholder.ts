/** The words of placeholders. A real key has at least one other part. */
const words: ReadonlySet<string> = new Set(
  [
    'redacted dummy filtered hidden masked removed scrubbed sanitized sanitised placeholder fake mock mocked test testing',
    'anonymized anonymised normalized normalised omitted deleted stripped replaced censored obfuscated',
    'example sample invalid none null undefined xxx foo bar secret your my the api apikey access auth key token value here',
    'bearer sk openai anthropic google gemini azure vertex claude gpt',
  ].flatMap((line) => line.split(' ')),
)

/** Returns whether a value obviously replaces a removed key: `REDACTED`, `<API_KEY>`, `****`. */
export function isPlaceholder(value: string): boolean {
  const text = value.trim()
  if (/^[*•.x_#-]+$/i.test(text)) return true
  const bare = /^(?:<+|\[+|\{+|\$\{?|%)(.*?)(?:>+|\]+|\}+|%)?$/s.exec(text)?.[1]
  if (bare !== undefined && /^[\w\s.:-]*$/.test(bare)) return true
  const parts = text
    .toLowerCase()
    .split(/[-_\s.*]+/)
    .filter((part) => part !== '')
  return parts.every((part) => words.has(part) || /^[x*]+$/.test(part))
}

/** The words of ids, which a placeholder may keep. */
const idWords: ReadonlySet<string> = new Set(
  'id ids uuid msg message toolu tool tooluse use call req request resp response chatcmpl'.split(' '),
)

/** Returns whether a value obviously replaces a removed id: `REDACTED`, `msg_XXXX`, `00000000-0000`. */
export function isPlaceholderId(value: string): boolean {
  if (isPlaceholder(value)) return true
  const parts = value.toLowerCase().split(/[-_\s.:]+/)
  const others = parts.filter((part) => !idWords.has(part))
  return others.every((part) => isPlaceholder(part) || /^(.)\1{3,}$/.test(part))
}
