import type { Section } from '../row.ts'
import generation from './generation.ts'
import media from './media.ts'
import output from './output.ts'
import parts from './parts.ts'
import safety from './safety.ts'
import schemas from './schemas.ts'
import speech from './speech.ts'
import tools from './tools.ts'
import turns from './turns.ts'

export default {
  number: '2.6',
  title: 'Content-generation request',
  parts: [turns, parts, media, tools, safety, generation, output, schemas, speech],
} as const satisfies Section
