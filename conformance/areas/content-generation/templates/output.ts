import { question } from './build.ts'

/** Nothing is set; every setting is shown as an addition to this. */
export const settings = question('Name a color.', { generationConfig: {} })

/** The schema's additions to it speak of a day too: what is asked in all places is one thing. */
export const json = jsonOf('STRING', 'On which day did the year 2000 begin?')
export const jsonNumber = jsonOf('NUMBER', 'How many days has a week?')

/** Every kind of limit at once: each by itself is shown to the other operation, and what is rejected is told apart. */
export const jsonObject = question('Describe a fruit basket.', {
  generationConfig: {
    responseMimeType: 'application/json',
    responseSchema: {
      type: 'OBJECT',
      properties: {
        fruits: { type: 'ARRAY', items: { type: 'STRING' }, minItems: 1, maxItems: 3 },
        weight: { type: 'NUMBER', minimum: 0.5, maximum: 8 },
      },
      required: ['fruits', 'weight'],
    },
  },
})

/** The words to choose from, in JSON: what a target has against them shows apart from the mime type for enums. */
export const jsonEnum = question('Which of these is a fruit?', {
  generationConfig: {
    responseMimeType: 'application/json',
    responseSchema: { type: 'STRING', enum: ['apple', 'candle', 'door'] },
  },
})

export const enumMember = question('Which of these is a fruit?', {
  generationConfig: {
    responseMimeType: 'text/x.enum',
    responseSchema: { type: 'STRING', enum: ['apple', 'candle', 'door'] },
  },
})

function jsonOf(type: string, words: string) {
  return question(words, {
    generationConfig: { responseMimeType: 'application/json', responseSchema: { type } },
  })
}
