import { shape } from '../../../model/build.ts'
import type { ExchangeRequirement } from '../../../model/requirement.ts'

/** The parts of an answer (section 2.6): their required members hold in replies too (readings.md G4). */
export default [
  part('content.reply-text', 'The `text` of a part is a string.'),
  part('content.reply-inline-data', '`inlineData` has `mimeType` and base64 `data`.'),
  part('content.reply-file-data', '`fileData` has `mimeType` and `fileUri`.'),
  part('content.reply-function-call', 'A `functionCall` has a `name`, and its `args` are an object.'),
  part('content.reply-function-response', 'A `functionResponse` has a `name` and a `response` object.'),
  part('content.reply-executable-code', '`executableCode` has a listed `language` and `code`.'),
  part('content.reply-code-execution-result', 'A `codeExecutionResult` has a listed `outcome`.', 'C9'),
] as const

function part<const Id extends string>(id: Id, statement: string, reading = 'G4'): ExchangeRequirement<Id> {
  return shape({ id, section: '2.6', endpoint: 'content.generate', reading, conditional: true, statement })
}
