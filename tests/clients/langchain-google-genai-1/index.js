export * as core from '@langchain/core/messages'
export * as googleGenai from '@langchain/google-genai'
