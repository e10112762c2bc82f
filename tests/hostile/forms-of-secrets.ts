/** The spellings in which a gateway repeats a secret inside a JSON text. */
export const spellings: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => JSON.stringify(secret).slice(1, -1),
  escaped: (secret) => [...secret].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'percent-encoded': (secret) => encodeURIComponent(secret),
  'percent-encoded whole': (secret) => [...Buffer.from(secret)].map((byte) => `%${byte.toString(16)}`).join(''),
  'percent-encoded twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'in UTF-16': (secret) => JSON.stringify([...secret].join('\0')).slice(1, -1),
  'as a list of numbers': (secret) => [...Buffer.from(secret)].join(', '),
  'in hex with colons': (secret) => bytesInHex(secret).join(':'),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  'base64 of a longer text': (secret) => Buffer.from(`a ${secret} in words`).toString('base64'),
  'in a longer word': (secret) => `pre${JSON.stringify(secret).slice(1, -1)}post`,
  'in capitals': (secret) => JSON.stringify(secret.toUpperCase()).slice(1, -1),
  hex: (secret) => Buffer.from(secret).toString('hex'),
}

function bytesInHex(secret: string): readonly string[] {
  return [...Buffer.from(secret)].map((byte) => byte.toString(16).padStart(2, '0'))
}

/**
 * Returns a function that finds the secrets in a text, in the forms that `docs/security.md` promises to hide. It does
 * not share code with the search of the suite.
 */
export function finderOf(secrets: readonly string[]): (text: string) => readonly string[] {
  const small = secrets.flatMap((secret) => smallForms(secret).map((form) => [form, secret] as const))
  const exact = secrets.flatMap((secret) => base64Forms(secret).map((form) => [form, secret] as const))
  return (text) => {
    const lower = text.toLowerCase()
    const found = [...small.filter(([form]) => lower.includes(form)), ...exact.filter(([form]) => text.includes(form))]
    return found.map(([form, secret]) => `${secret} as ${form}: ${around(text, lower, form)}`)
  }
}

function around(text: string, lower: string, form: string): string {
  const at = Math.max(text.indexOf(form), lower.indexOf(form))
  return text.slice(Math.max(0, at - 100), at + form.length + 40)
}

function smallForms(secret: string): readonly string[] {
  const bytes = bytesInHex(secret)
  const units = [...secret].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0'))
  const json = JSON.stringify(secret).slice(1, -1)
  const forms = [
    secret,
    json,
    JSON.stringify(json).slice(1, -1),
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%', '%25'),
    bytes.map((byte) => `%${byte}`).join(''),
    bytes.join(''),
    bytes.join(':'),
    [...Buffer.from(secret)].join(', '),
    [...secret].join('\0'),
    [...secret].join('\\u0000'),
    bytes.map((byte) => `\\x${byte}`).join(''),
    units.map((unit) => `\\u${unit}`).join(''),
    units.map((unit) => `\\\\u${unit}`).join(''),
    [...secret].map((letter) => `&#${letter.charCodeAt(0)};`).join(''),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  ]
  return [...new Set(forms.map((form) => form.toLowerCase()))]
}

/** The base64 of a secret at each offset, without the characters that depend on its neighbours. */
function base64Forms(secret: string): readonly string[] {
  const forms = [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)])
    return bytes.toString('base64').slice(Math.ceil((offset * 4) / 3), Math.floor((bytes.length * 4) / 3))
  })
  return [...new Set([...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))])]
}
