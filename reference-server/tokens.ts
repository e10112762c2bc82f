/** One key and its account. */
export interface Token {
  readonly name: string
  readonly granted: number
  readonly unlimited: boolean
  /** Model name to whether the token may use it. */
  readonly models: Readonly<Record<string, boolean>>
  readonly modelsLimited: boolean
  /** Seconds since 1970; 0 or -1 for never. */
  readonly expiresAt: number
  /** Grows with every request that is served. */
  used: number
}

/** What a key may be started with beside its text. */
export interface TokenSettings {
  readonly key: string
  readonly name?: string
  readonly granted?: number
  readonly unlimited?: boolean
  /** The only models it may use; without it, all five. */
  readonly models?: readonly string[]
  readonly expiresAt?: number
}

export type Tokens = ReadonlyMap<string, Token>

/** The models this server knows, under the specification's neutral names. */
export const knownModels = [
  'image-model-1',
  'image-model-2',
  'image-model-multi',
  'content-model-1',
  'messages-model-1',
] as const

/** Enough that a long run does not exhaust it. */
const generousGrant = 1_000_000_000_000

/**
 * Opens an account for each key. It goes by two names: the key as it was given, and the same with one `sk-` before it, or
 * with its one taken away (section 4, rule 5). A key that was given goes before another one's second name.
 */
export function openTokens(keys: readonly (string | TokenSettings)[]): Tokens {
  const accounts = keys.map((key, index) => opened(typeof key === 'string' ? { key } : key, index))
  return new Map([...accounts.map(([key, token]) => [otherName(key), token] as const), ...accounts])
}

function opened(settings: TokenSettings, index: number): readonly [string, Token] {
  const { key, name, granted = generousGrant, unlimited = false, models, expiresAt = 0 } = settings
  const token: Token = {
    name: name ?? `token-${index + 1}`,
    granted,
    unlimited,
    models: Object.fromEntries((models ?? knownModels).map((model) => [model, true])),
    modelsLimited: models !== undefined,
    expiresAt,
    used: 0,
  }
  return [key, token]
}

/** The account of a key, with or without its `sk-` prefix (section 4, rule 5). */
export function tokenOf(tokens: Tokens, key: string): Token | undefined {
  return tokens.get(key)
}

function otherName(key: string): string {
  return key.startsWith('sk-') ? key.slice('sk-'.length) : `sk-${key}`
}

/** Whether the token's time is over at `now`, in milliseconds since 1970. */
export function isExpired(token: Token, now: number): boolean {
  return token.expiresAt > 0 && now >= token.expiresAt * 1000
}

/** Whether the token has nothing left to pay with. */
export function isExhausted(token: Token): boolean {
  return !token.unlimited && token.used >= token.granted
}

/** Whether the token may use the model. */
export function mayUse(token: Token, model: string): boolean {
  return !token.modelsLimited || token.models[model] === true
}

/** Books `units` of quota; a limited token never goes beyond what it was granted. */
export function charge(token: Token | undefined, units: number): void {
  if (token === undefined) return
  const sum = token.used + Math.ceil(units)
  token.used = token.unlimited ? sum : Math.min(sum, token.granted)
}
