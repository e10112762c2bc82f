/** The words that section 2.6 lists in both spellings. */
export const snakeCase: Readonly<Record<string, string>> = {
  toolConfig: 'tool_config',
  systemInstruction: 'system_instruction',
  functionDeclarations: 'function_declarations',
  functionCallingConfig: 'function_calling_config',
  responseMimeType: 'response_mime_type',
  responseSchema: 'response_schema',
}

/** Members that hold what users name themselves: nothing in them is respelled. */
const data = new Set(['parameters', 'args', 'response', 'responseSchema', 'contents'])

/** The value with these words in snake_case, wherever the specification names the member. */
export function respelled(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => respelled(item, names))
  if (typeof value !== 'object' || value === null) return value
  const spelled = (name: string) => (names.has(name) ? (snakeCase[name] ?? name) : name)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [spelled(name), data.has(name) ? member : respelled(member, names)]),
  )
}
