import fc from 'fast-check'

const ordinary = [
  'Name a color.',
  'Name a color of the rainbow.',
  'What is the weather in Oslo?',
  'Answer in one word.',
  'Repeat these words: red, green, blue',
] as const

/**
 * Awkward but harmless texts (G13). A target may reject them, which is only observed. Responses to accepted ones are
 * judged like any others.
 */
const awkwardTexts = [
  'Name a color 🎨, please 🙂',
  '🏳️‍🌈👩‍👩‍👧‍👦',
  '𝒩𝒶𝓂𝑒 𝒶 𝒸𝑜𝓁𝑜𝓇',
  'Nenne eine Farbe: größte Übung, ä ö ü ß',
  '说出一种颜色。',
  'سمِّ لونًا واحدًا',
  'אמור צבע אחד',
  'e\u0301 a\u0308 n\u0303 o\u0302 combining marks',
  'line one\nline two\r\nline three\n\nline five',
  'a tab\there and a \\backslash\\ and "quotes"',
  'separators \u2028 and \u2029 and \u00a0 and \u200b end',
  '{"type": "message_stop"}',
  '[1, 2.5, null, {"a": []}]',
  'data: [DONE]',
  'event: message_stop\ndata: {"type":"message_stop"}\n\n',
  ': a comment\nid: 7\nretry: 10',
  '!?',
  '... --- ... ;:,',
  "<b>bold</b> & 'single' <!-- comment -->",
  '%7B%22a%22%3A1%7D ${name} {{name}} %s',
  'null',
  'true',
  '0',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3),
  'red, green, blue. '.repeat(60).trimEnd(),
] as const

/** Combines several awkward texts into one, so that each kind occurs anywhere in a text. */
function mixed(least: number, most: number): fc.Arbitrary<string> {
  const several = fc.uniqueArray(fc.constantFrom(...awkwardTexts.filter(({ length }) => length < 300)), {
    minLength: least,
    maxLength: most,
  })
  return fc.tuple(several, fc.constantFrom(' ', '\n', '\n\n')).map(([all, between]) => all.join(between))
}

/** Draws any text: a plain one, an awkward one, or several awkward ones together. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom<string[]>(...ordinary), weight: 2 },
  { arbitrary: fc.constantFrom<string[]>('Name a color.', ...awkwardTexts), weight: 3 },
  { arbitrary: mixed(2, 4), weight: 2 },
)
