import type { AcceptanceRequirement } from '../../../model/requirement.ts'
import { accepted } from './accepted.ts'

/** Neither can do without some other, but each without this one. */
const usual = { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_ONLY_HIGH' }

/** Safety settings that a target accepts. A setting has a category and a threshold; each is shown beside a usual other. */
export default [
  accepted('content.safety-settings-empty-accepted', 'empty `safetySettings`', { reading: 'C2' }),
  accepted('content.several-safety-settings-accepted', 'several safety settings of different categories', {
    level: 'implied',
    reading: 'C6',
    dependsOn: [
      'content.safety-category-harassment-accepted',
      'content.safety-category-hate-speech-accepted',
      'content.safety-threshold-block-only-high-accepted',
    ],
  }),
  category('content.safety-category-harassment-accepted', 'HARM_CATEGORY_HARASSMENT'),
  category('content.safety-category-derogatory-accepted', 'HARM_CATEGORY_DEROGATORY'),
  category('content.safety-category-toxicity-accepted', 'HARM_CATEGORY_TOXICITY'),
  category('content.safety-category-violence-accepted', 'HARM_CATEGORY_VIOLENCE'),
  category('content.safety-category-sexual-accepted', 'HARM_CATEGORY_SEXUAL'),
  category('content.safety-category-medical-accepted', 'HARM_CATEGORY_MEDICAL'),
  category('content.safety-category-dangerous-accepted', 'HARM_CATEGORY_DANGEROUS'),
  category('content.safety-category-hate-speech-accepted', 'HARM_CATEGORY_HATE_SPEECH'),
  category('content.safety-category-sexually-explicit-accepted', 'HARM_CATEGORY_SEXUALLY_EXPLICIT'),
  category('content.safety-category-dangerous-content-accepted', 'HARM_CATEGORY_DANGEROUS_CONTENT'),
  category('content.safety-category-civic-integrity-accepted', 'HARM_CATEGORY_CIVIC_INTEGRITY'),
  threshold('content.safety-threshold-block-only-high-accepted', 'BLOCK_ONLY_HIGH'),
  threshold('content.safety-threshold-block-low-and-above-accepted', 'BLOCK_LOW_AND_ABOVE'),
  threshold('content.safety-threshold-block-medium-and-above-accepted', 'BLOCK_MEDIUM_AND_ABOVE'),
  threshold('content.safety-threshold-block-none-accepted', 'BLOCK_NONE'),
  threshold('content.safety-threshold-off-accepted', 'OFF'),
] as const

function category<const Id extends string>(id: Id, word: string): AcceptanceRequirement<Id> {
  return accepted(id, `a safety setting of category \`${word}\``, {
    level: 'implied',
    reading: 'C6',
    ...(word === usual.category ? {} : { dependsOn: ['content.safety-threshold-block-only-high-accepted'] }),
  })
}

function threshold<const Id extends string>(id: Id, word: string): AcceptanceRequirement<Id> {
  return accepted(id, `a safety setting of threshold \`${word}\``, {
    reading: 'C6',
    ...(word === usual.threshold ? {} : { dependsOn: ['content.safety-category-harassment-accepted'] }),
  })
}
