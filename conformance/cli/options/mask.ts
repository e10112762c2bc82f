/** The option of all commands that write responses. */
export const maskOption = {
  type: 'string',
  value: 'PATTERN',
  multiple: true,
  help: 'Replace text that matches this pattern (RE2) with «masked» in all output; repeatable (also mask: in the config).',
} as const
