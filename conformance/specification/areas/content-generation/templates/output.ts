import { question } from './build.ts'

/** A request without any setting, to which every setting can be added. */
export const settings = question('Name a color.', { generationConfig: {} })

/**
 * A question about a day. The schema's additions to this request also describe a day, so that they fit the question.
 */
export const json = jsonOf('STRING', 'On which day did the year 2000 begin?')
export const jsonNumber = jsonOf('NUMBER', 'How many days has a week?')

/**
 * Combines all kinds of limits in one schema. The other operation gets each limit separately, which shows the one that
 * is rejected.
 */
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

/** Uses an enum in JSON, so that a rejection of enums differs from one of the mime type for enums. */
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
