import { accepted } from './accepted.ts'

const inLoop = { dependsOn: ['messages.tool-loop-accepted'] }
const dated = { capability: 'dated-tools', reading: 'M6' } as const

/** Places where a target accepts `cache_control`. */
export default [
  accepted('messages.text-cache-control-accepted', '`cache_control` on a text block'),
  accepted('messages.image-cache-control-accepted', '`cache_control` on an image block'),
  accepted('messages.tool-use-cache-control-accepted', '`cache_control` on a tool use', inLoop),
  accepted('messages.tool-result-cache-control-accepted', '`cache_control` on a tool result', inLoop),
  accepted('messages.tool-cache-control-accepted', '`cache_control` on a custom tool', {
    dependsOn: ['messages.tools-accepted'],
  }),
  accepted('messages.computer-tool-cache-control-accepted', '`cache_control` on the computer tool', dated),
  accepted('messages.bash-tool-cache-control-accepted', '`cache_control` on the bash tool', dated),
  accepted('messages.text-editor-tool-cache-control-accepted', '`cache_control` on the text editor tool', dated),
] as const
