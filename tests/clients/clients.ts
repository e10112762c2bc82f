import { readFileSync } from 'node:fs'
import type { Ability } from './abilities.ts'

/** One major version of a client, and the facts known about it. */
export interface Client {
  /** A unique name that tests and results use. */
  readonly id: string
  readonly language: 'JavaScript' | 'Python'
  readonly format: Format
  /** The packages under test, each with its version. */
  readonly packages: readonly string[]
  /** The module with the exercises, and its arguments. */
  readonly exercise: readonly [file: string, ...given: string[]]
  /** The features that do not work, each with the reason. The exercise `note` verifies the stated reason. */
  readonly fails?: Readonly<Partial<Record<Ability, string>>>
  /** A setting that the client needs in order to work. */
  readonly needs?: string
}

export type Format = 'images' | 'messages' | 'content generation'

const manifest = manifestIn('.')

/** All clients, in the order of the tables. */
export const clients: readonly Client[] = [
  javascript('images', 'openai-3.ts', ['openai-3']),
  ...['openai-4', 'openai-5', 'openai-6', 'openai-7'].map((name) => javascript('images', 'openai.ts', [name])),
  ...[4, 5].map((major) => aiSdk(major, 'openai', 'images')),
  ...[6, 7].map((major) => ({ ...aiSdk(major, 'openai', 'images'), fails: { edit: editsOfAiSdk() } })),
  langchain('langchain-0', 'openai', 'images'),
  langchain('langchain-1', 'openai', 'images'),
  python('images', 'openai', '0.28.1', 'openai_0'),
  ...['1.109.1', '2.54.0', '3.54.0'].map((version) => python('images', 'openai', version, 'openai_images')),

  ...['anthropic-0', 'anthropic-1'].map((name) => javascript('messages', 'anthropic.ts', [name])),
  ...[3, 4, 5, 6, 7].map((major) => aiSdk(major, 'anthropic', 'messages')),
  {
    ...langchain('langchain-0', 'anthropic', 'messages'),
    needs: '`topP` and `topK`. It sends -1 for a value that is not set, and -1 is out of range',
  },
  langchain('langchain-1', 'anthropic', 'messages'),
  ...['0.125.0', '1.17.0', '2.12.0'].map((version) => python('messages', 'anthropic', version, 'anthropic_messages')),

  ...[0, 1, 2, 3].map((major) => javascript('content generation', 'google-genai.ts', [`google-genai-${major}`])),
  {
    ...aiSdk(3, 'google', 'content generation'),
    needs: 'tools that return objects. It sends a text unchanged as the `response`, which must be an object',
  },
  ...[4, 5, 6, 7].map((major) => aiSdk(major, 'google', 'content generation')),
  langchain('langchain-0', 'google-genai', 'content generation'),
  langchain('langchain-google-genai-1', 'google-genai', 'content generation'),
  langchain('langchain-1', 'google-genai', 'content generation'),
  langchain('langchain-1', 'google', 'content generation'),
  ...['0.8.0', '1.75.0', '2.34.0', '3.4.0'].map((version) =>
    python('content generation', 'google-genai', version, 'google_genai_content'),
  ),
]

function editsOfAiSdk(): string {
  return [
    'The client sends an edit without `response_format`. The default of the specification is `url`, but the client only',
    'accepts `b64_json`. Use a `fetch` that adds `response_format` to the form',
  ].join(' ')
}

function javascript(format: Format, file: string, names: readonly string[], ...more: string[]): Client {
  const packages = names.map((name) => realName(manifest[name] ?? ''))
  return { id: packages.join(' with '), language: 'JavaScript', format, packages, exercise: [file, ...names, ...more] }
}

/** The major version of a provider package is that of `ai` minus three. */
function aiSdk(major: number, provider: string, format: Format): Client {
  const file = format === 'images' ? 'ai-sdk-images.ts' : 'ai-sdk.ts'
  const names = [`ai-${major}`, `ai-sdk-${provider}-${major - 3}`]
  return javascript(format, file, names, String(major), format)
}

function langchain(folder: string, name: string, format: Format): Client {
  const versions = manifestIn(folder)
  const packages = [`@langchain/${name}`, '@langchain/core'].map((of) => `${of} ${versions[of]}`)
  const file = format === 'images' ? 'langchain-images.ts' : 'langchain.ts'
  return { id: packages.join(' with '), language: 'JavaScript', format, packages, exercise: [file, folder, name] }
}

function python(format: Format, name: string, version: string, module: string): Client {
  return {
    id: `${name} ${version} (Python)`,
    language: 'Python',
    format,
    packages: [`${name} ${version}`],
    exercise: [module],
  }
}

/** Turns `npm:openai@7.57.0` into `openai 7.57.0`. */
function realName(dependency: string): string {
  return dependency.replace(/^npm:/, '').replace(/@([^@]+)$/, ' $1')
}

function manifestIn(folder: string): Readonly<Record<string, string>> {
  const text = readFileSync(new URL(`${folder}/package.json`, import.meta.url), 'utf8')
  return (JSON.parse(text) as { dependencies: Record<string, string> }).dependencies
}
