import { accepted } from './accepted.ts'

/** Turns and content blocks that a target accepts. */
export default [
  accepted('messages.assistant-turn-accepted', 'an earlier assistant turn'),
  accepted('messages.same-role-turns-accepted', 'consecutive turns of one role', { reading: 'M7' }),
  accepted('messages.prefill-accepted', 'a last turn of the assistant', { reading: 'M7', capability: 'prefill' }),
  accepted('messages.text-block-accepted', 'content as a list of `text` blocks'),
  accepted('messages.several-text-blocks-accepted', 'several `text` blocks in one message', {
    dependsOn: ['messages.text-block-accepted'],
  }),
  accepted('messages.image-jpeg-accepted', 'an `image/jpeg` block'),
  accepted('messages.image-png-accepted', 'an `image/png` block'),
  accepted('messages.image-gif-accepted', 'an `image/gif` block'),
  accepted('messages.image-webp-accepted', 'an `image/webp` block'),
] as const
