/**
 * Characters that a reader would not see, or that would affect the display: controls, lone surrogates, line and
 * paragraph separators, format characters (text direction among them) and noncharacters. Joiners stay, since emoji need
 * them.
 */
const unseen = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cf}\p{Noncharacter_Code_Point}]/gu

/**
 * Replaces every invisible character by its name. Line feeds and tabs stay. The result is legal in XML 1.0 and HTML.
 */
export function visible(text: string): string {
  return text.replace(unseen, picture)
}

/** Does the same, and also replaces line feeds and tabs. */
export function visibleLine(text: string): string {
  return visible(text).replace(/[\n\t]/g, picture)
}

/** Returns the replacement of a character: the Unicode symbol for a C0 control or DEL, otherwise its code point. */
function picture(character: string): string {
  const code = character.codePointAt(0)!
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  if (code === 0x7f) return '\u2421'
  return `\u27e8U+${code.toString(16).toUpperCase().padStart(4, '0')}\u27e9`
}
