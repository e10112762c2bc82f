export * as anthropic from '@langchain/anthropic'
export * as core from '@langchain/core/messages'
export * as googleGenai from '@langchain/google-genai'
export * as openai from '@langchain/openai'
