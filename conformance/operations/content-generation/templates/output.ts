import { question } from './build.ts'

/** Nothing is set; every setting is shown as an addition to this. */
export const settings = question('Name a color.', { generationConfig: {} })

export const json = jsonOf('STRING')
export const jsonNumber = jsonOf('NUMBER')

/** Every kind of limit at once: each by itself is shown to the other operation, and what is refused is told apart. */
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

export const enumMember = question('Which of these is a fruit?', {
  generationConfig: {
    responseMimeType: 'text/x.enum',
    responseSchema: { type: 'STRING', enum: ['apple', 'candle', 'door'] },
  },
})

function jsonOf(type: string) {
  return question('How many days has a week?', {
    generationConfig: { responseMimeType: 'application/json', responseSchema: { type } },
  })
}
