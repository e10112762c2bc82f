import { documents, pictures } from '../media.ts'
import { ask, question, questionAbout, turn } from './build.ts'

/** The request that uses no optional feature (interpretation G2). */
export const plain = question('Name a color.')

export const systemInstruction = question('Name a color.', {
  systemInstruction: { parts: [{ text: 'Answer in one word.' }] },
})

/** A single Content object, as in some examples of the specification. */
export const singleContent = ask({ contents: { parts: [{ text: 'Name a color.' }] } })

export const conversation = ask({
  contents: [
    turn('user', { text: 'Name a color.' }),
    turn('model', { text: 'Blue.' }),
    turn('user', { text: 'Name another color.' }),
  ],
})

export const twoParts = questionAbout('Name a color.', [{ text: 'Answer in one word.' }])

export const pictureAlone = ask({ contents: [{ parts: [{ inlineData: pictures.png }] }] })

export const picture = questionAbout('Which color is this picture?', [{ inlineData: pictures.png }])

export const document = questionAbout('Which word does this page hold?', [{ inlineData: documents.pdf }])

/** The only snake_case name that cannot be added to a template, because its camelCase counterpart is required. */
export const snakeCasePicture = questionAbout('Which color is this picture?', [
  { inlineData: { mime_type: pictures.png.mimeType, data: pictures.png.data } },
])
