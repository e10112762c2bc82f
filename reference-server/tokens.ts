/** A key and its account. */
export interface Token {
  readonly name: string
  readonly granted: number
  readonly unlimited: boolean
  /** The models by name. The value is true if the token may use the model. */
  readonly models: Readonly<Record<string, boolean>>
  readonly modelsLimited: boolean
  /** Seconds since 1970, or 0 or -1 if it never expires. */
  readonly expiresAt: number
  /** The used quota, which grows with every successful request. */
  used: number
}

/** A key and its settings. */
export interface TokenSettings {
  readonly key: string
  readonly name?: string
  readonly granted?: number
  readonly unlimited?: boolean
  /** The only models that it may use. By default it may use all five. */
  readonly models?: readonly string[]
  readonly expiresAt?: number
}

export type Tokens = ReadonlyMap<string, Token>

/** The models that this server knows, by the specification's neutral names. */
export const knownModels = [
  'image-model-1',
  'image-model-2',
  'image-model-multi',
  'content-model-1',
  'messages-model-1',
] as const

/** A quota that is large enough for a long run. */
const generousGrant = 1_000_000_000_000

/**
 * Opens an account for each key. An account has two keys: the given one, and the same with `sk-` added or removed
 * (section 4, rule 5). A given key takes precedence over the second key of another account.
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

/** Returns the account of a key, with or without its `sk-` prefix (section 4, rule 5). */
export function tokenOf(tokens: Tokens, key: string): Token | undefined {
  return tokens.get(key)
}

function otherName(key: string): string {
  return key.startsWith('sk-') ? key.slice('sk-'.length) : `sk-${key}`
}

/** Returns whether the token has expired at `now`, in milliseconds since 1970. */
export function isExpired(token: Token, now: number): boolean {
  return token.expiresAt > 0 && now >= token.expiresAt * 1000
}

export function isExhausted(token: Token): boolean {
  return !token.unlimited && token.used >= token.granted
}

export function mayUse(token: Token, model: string): boolean {
  return !token.modelsLimited || token.models[model] === true
}

/** Charges `units` of quota. The use of a limited token never exceeds its grant. */
export function charge(token: Token | undefined, units: number): void {
  if (token === undefined) return
  const sum = token.used + Math.ceil(units)
  token.used = token.unlimited ? sum : Math.min(sum, token.granted)
}
