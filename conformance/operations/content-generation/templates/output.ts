import { question } from './build.ts'

/** Nothing is set; every setting is shown as an addition to this. */
export const settings = question('Name a color.', { generationConfig: {} })

export const json = jsonOf('STRING')
export const jsonNumber = jsonOf('NUMBER')

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
