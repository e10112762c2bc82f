/**
 * Characters that a reader would not see, or that would act on what shows them: controls, lone surrogates, line and
 * paragraph separators, format characters (text direction among them) and noncharacters. Joiners stay, emoji need them.
 */
const unseen = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cf}\p{Noncharacter_Code_Point}]/gu

/** A text with every unseen character spelled out; line feeds and tabs stay. The result is legal in XML 1.0 and HTML. */
export function visible(text: string): string {
  return text.replace(unseen, picture)
}

/** The same, with line feeds and tabs spelled out as well. */
export function visibleLine(text: string): string {
  return visible(text).replace(/[\n\t]/g, picture)
}

/** C0 controls and DEL have pictures of their own in Unicode; the rest is named by number. */
function picture(character: string): string {
  const code = character.codePointAt(0)!
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  if (code === 0x7f) return '\u2421'
  return `\u27e8U+${code.toString(16).toUpperCase().padStart(4, '0')}\u27e9`
}
