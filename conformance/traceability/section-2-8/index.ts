import type { Section } from '../row.ts'
import blocks from './blocks.ts'
import conversation from './conversation.ts'
import settings from './settings.ts'
import toolChoice from './tool-choice.ts'
import tools from './tools.ts'

export default {
  number: '2.8',
  title: 'Messages request',
  parts: [settings, conversation, blocks, toolChoice, tools],
} as const satisfies Section
