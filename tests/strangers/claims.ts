import type { Claim } from './stranger.ts'

/** True of a gateway that validates little of its requests. */

export const lenient: Claim = {
  of: /^(content|messages)\.[a-z0-9-]+-rejected@/,
  saying: /\b200\b/,
  because: 'it looks at next to nothing of a body, and answers 200',
}

export const noKeys: Claim = {
  of: /^(messages\.key-(missing|invalid)-rejected|content\.(missing|invalid)-key-unauthenticated)@/,
  because: 'it lets everybody in',
}

/** True of a gateway that answers the same text to every request. */
export const oneText: Claim = {
  of: /^(messages\.tool-choice-(any|tool)-obeyed|content\.(stream-)?(json-mode-parses|mode-any-calls-a-function))@/,
  because: 'it answers the same text also where a tool must be used, or JSON be given',
}

export const notTheTokenError: Claim = {
  of: /^usage\.error-(success|message)@/,
  because: 'its error body is not section 7’s; the body of a rejection is judged in any case (G9)',
}

export const noSuchEndpoint: Claim = {
  of: /^usage\.(missing-credential|not-bearer|unknown-token)-/,
  because: 'there is no such endpoint: nobody is told which status or message it should have had (G9)',
}

export const modelNotNamed: Claim = {
  of: /^messages\.(reply|stream-start)-model@/,
  because:
    'it names the model it was asked for; none only where the request named none, which is accused already (G13)',
}

export const servedMessages: Claim = {
  of: /^messages\.(stream-)?plain-request-accepted@|^messages\.(reply-(id|type|role|content|stop-reason|stop-sequence)|stream-(order|end|terminated|payload|start-.*))@/,
  because: 'its replies and streams have the form of sections 2.9 and 6',
}

export const servedContent: Claim = {
  of: /^content\.(plain-request-accepted|reply-[a-z-]+|candidate-(?!count)[a-z-]+|stream-(payload-json|terminated|events|recognised))@/,
  because: 'its replies and streams have the form of section 2.7',
}
