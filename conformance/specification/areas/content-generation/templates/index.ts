import type { RequestValue, Template } from '../../../../core/model/operation.ts'
import type { Capability } from '../../../../core/model/vocabulary.ts'
import * as output from './output.ts'
import * as tools from './tools.ts'
import * as turns from './turns.ts'

/**
 * The templates of both operations. Each is the smallest request with a new feature, so that a rejection has one cause.
 * Features that can be added to a template are not repeated here, and richer requests are probes.
 */
export const contentTemplates: readonly Template[] = [
  { ...generate('plain', turns.plain), smoke: true },
  generate('settings', output.settings),
  generate('system-instruction', turns.systemInstruction),
  generate('single-content', turns.singleContent),
  generate('conversation', turns.conversation),
  generate('picture', turns.picture),
  generate('snake-case-picture', turns.snakeCasePicture),
  generate('document', turns.document, 'pdf-in'),
  generate('functions', tools.functions),
  generate('function-response', tools.functionResponse),
  generate('code-execution', tools.codeExecution, 'code-execution'),
  generate('code-history', tools.codeHistory, 'code-execution'),
  generate('json', output.json),
  generate('json-number', output.jsonNumber),
  generate('enum-member', output.enumMember),
  { ...stream('plain', turns.plain), smoke: true },
  stream('settings', output.settings),
  stream('system-instruction', turns.systemInstruction),
  stream('single-content', turns.singleContent),
  stream('two-parts', turns.twoParts),
  stream('picture-alone', turns.pictureAlone),
  stream('snake-case-picture', turns.snakeCasePicture),
  stream('document', turns.document, 'pdf-in'),
  stream('conversation', turns.conversation),
  stream('chosen-function', tools.chosenFunction),
  stream('function-response', tools.functionResponse),
  stream('code-history', tools.codeHistory, 'code-execution'),
  stream('json', output.json),
  stream('json-number', output.jsonNumber),
  stream('json-object', output.jsonObject),
  stream('json-enum', output.jsonEnum),
  stream('enum-member', output.enumMember),
]

function generate(id: string, value: RequestValue, ...capabilities: readonly Capability[]): Template {
  return { id, operation: 'content.generate', value, capabilities }
}

function stream(id: string, value: RequestValue, ...capabilities: readonly Capability[]): Template {
  return { id, operation: 'content.stream', value, capabilities }
}
