import { listIn, objectIn, stringIn } from '../model/loose.ts'
import type { Tool, ToolDemand } from '../model/tools.ts'

/** The tools of a request and its rules for their use. */
export interface ToolOffer {
  readonly tools: readonly Tool[]
  readonly demand: ToolDemand
}

/** Reads `tools` and `tool_choice` of section 2.8. With `tool` only the named one is offered. */
export function readTools(body: Readonly<Record<string, unknown>>): ToolOffer {
  const declared = listIn(body['tools']).map(objectIn).map(toolFrom)
  const choice = objectIn(body['tool_choice'])
  const isParallel = choice['disable_parallel_tool_use'] !== true
  if (choice['type'] === 'tool') {
    const tools = declared.filter(({ name }) => name === choice['name'])
    return { tools, demand: { mode: 'must', isParallel } }
  }
  return { tools: declared, demand: { mode: modes.get(stringIn(choice['type'])) ?? 'may', isParallel } }
}

/** `none` is not in the specification; common clients send it. */
const modes: ReadonlyMap<string, ToolDemand['mode']> = new Map([
  ['any', 'must'],
  ['none', 'never'],
])

function toolFrom(tool: Readonly<Record<string, unknown>>): Tool {
  const name = stringIn(tool['name'])
  return { name, schema: dated.get(stringIn(tool['type'])) ?? tool['input_schema'] }
}

/** The input schemas of the dated tools, whose declarations have none. */
const dated: ReadonlyMap<string, unknown> = new Map(
  Object.entries({
    computer_20241022: {
      type: 'object',
      properties: { action: { enum: ['screenshot', 'cursor_position'] } },
      required: ['action'],
    },
    bash_20241022: { type: 'object', properties: { command: { enum: ['ls', 'pwd', 'date'] } }, required: ['command'] },
    text_editor_20241022: {
      type: 'object',
      properties: { command: { const: 'view' }, path: { enum: ['/notes.txt', '/garden.txt'] } },
      required: ['command', 'path'],
    },
  }),
)
