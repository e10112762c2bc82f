import { refused } from './refused.ts'

const beyond = { reading: 'M2' } as const
const implied = { level: 'implied' } as const

/** Broken rules on sampling that a target refuses. */
export default [
  refused('messages.temperature-type-refused', 'a `temperature` that is no number'),
  refused('messages.temperature-negative-refused', 'a `temperature` below 0', { ...implied, ...beyond }),
  refused('messages.temperature-beyond-refused', 'a `temperature` above 1', beyond),
  refused('messages.top-p-type-refused', 'a `top_p` that is no number'),
  refused('messages.top-p-negative-refused', 'a `top_p` below 0', { ...implied, ...beyond }),
  refused('messages.top-p-beyond-refused', 'a `top_p` above 1', beyond),
  refused('messages.top-k-type-refused', 'a `top_k` that is no integer'),
  refused('messages.top-k-beyond-refused', 'a `top_k` below 0', beyond),
] as const
