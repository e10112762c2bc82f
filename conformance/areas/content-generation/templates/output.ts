import { question } from './build.ts'

/** No setting is present. Every setting is an addition to this request. */
export const settings = question('Name a color.', { generationConfig: {} })

/** The schema's additions to this also describe a day, so that all places ask for the same thing. */
export const json = jsonOf('STRING', 'On which day did the year 2000 begin?')
export const jsonNumber = jsonOf('NUMBER', 'How many days has a week?')

/** Every kind of limit in one schema. The other operation gets each limit alone, which shows which one is rejected. */
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

/** The enum in JSON, so that a rejection of the words is distinct from one of the mime type for enums. */
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
