/** The option of all commands that write responses. */
export const maskOption = {
  type: 'string',
  value: 'PATTERN',
  multiple: true,
  help: 'Write nowhere what matches this pattern (RE2): «masked» stands in its place; repeatable (also mask: of the config).',
} as const
