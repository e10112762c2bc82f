import fc from 'fast-check'

/** What a plain request asks: texts shrink to it. */
export const plainText = 'Name a color.'

const ordinary = [
  plainText,
  'Name a color of the rainbow.',
  'What is the weather in Oslo?',
  'Answer in one word.',
  'Repeat these words: red, green, blue',
] as const

/**
 * Awkward but harmless texts (G13): a target may reject them, which is observed; what it answers to one that it accepts
 * is judged like any other answer.
 */
export const awkwardTexts = [
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

const inOneLine = (text: string) => /^[ -~]*$/.test(text)

/** Several awkward texts as one: each kind may be what software stumbles over, wherever in a text it stands. */
function mixed(least: number, most: number): fc.Arbitrary<string> {
  const several = fc.uniqueArray(fc.constantFrom(...awkwardTexts.filter(({ length }) => length < 300)), {
    minLength: least,
    maxLength: most,
  })
  return fc.tuple(several, fc.constantFrom(' ', '\n', '\n\n')).map(([all, between]) => all.join(between))
}

/** Any text: plain ones, awkward ones, and several awkward ones together. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom<string[]>(...ordinary), weight: 2 },
  { arbitrary: fc.constantFrom<string[]>(plainText, ...awkwardTexts), weight: 3 },
  { arbitrary: mixed(2, 4), weight: 2 },
)

/** Texts for requests of which few are sent: most of them awkward in several ways, none longer than `most` characters. */
export function denseTexts(most: number): fc.Arbitrary<string> {
  return fc
    .oneof({ arbitrary: texts, weight: 2 }, { arbitrary: mixed(4, 8), weight: 3 })
    .map((text) => [...text].slice(0, most).join(''))
}

/** Texts of printable ASCII in one line, for places where the schema leaves other characters unspecified. */
export const asciiTexts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ordinary),
  fc.constantFrom(plainText, ...awkwardTexts.filter(inOneLine)),
)

/** Names as tools and functions have them, of every length that is certainly valid. */
export const toolNames: fc.Arbitrary<string> = fc.constantFrom(
  'get_weather',
  'get_time',
  'lookup-city',
  '_private',
  'A',
  'toolNumber7',
  'get_Weather',
  'x'.repeat(40),
  'n'.repeat(63),
)

export const stopSequences: fc.Arbitrary<string> = fc.constantFrom(
  'walrus',
  'zebra',
  'e',
  'color',
  '###',
  '\n\nHuman:',
  '</end>',
  '🙂',
  '"',
)
