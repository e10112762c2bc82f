/** The name of each message schema in the OpenAPI document and among the types. */
export const publishedNames = {
  'images/reply': 'ImagesReply',
  'token-usage/token-reply': 'TokenUsageReply',
  'token-usage/token-error': 'TokenUsageError',
  'content-generation/reply': 'ContentGenerationReply',
  'content-generation/event': 'ContentGenerationEvent',
  'content-generation/error': 'ContentGenerationError',
  'messages/reply': 'MessagesReply',
  'messages/event': 'MessagesEvent',
  'messages/error': 'MessagesError',
  'images/generate-request': 'ImagesGenerateRequest',
  'content-generation/request': 'ContentGenerationRequest',
  'messages/request': 'MessagesRequest',
} as const
