import type { Section } from '../row.ts'
import candidates from './candidates.ts'
import envelope from './envelope.ts'
import sources from './sources.ts'

export default {
  number: '2.7',
  title: 'Content-generation response',
  parts: [envelope, candidates, sources],
} as const satisfies Section
