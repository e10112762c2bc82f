import type { Template } from '../../model/operation.ts'

export const templates = [
  { id: 'plain', operation: 'usage.token', value: {}, smoke: true },
] as const satisfies readonly Template[]
