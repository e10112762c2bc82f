import { readFileSync } from 'node:fs'
import type { ClientFacts } from '../../../conformance/specification/traceability/client-impact.ts'
import type { Exercises } from './exercises/exercise.ts'
import { pythonExercises } from './python.ts'

/** A client of the experiment. Reports and options use its name. */
export interface ExperimentClient extends ClientFacts {
  /** Returns its exercises against a server. */
  readonly exercisesAt: (url: string) => Promise<Exercises>
}

const manifest = manifestIn('.')

/** The newest major version of each client. `../clients.ts` also lists older ones. */
export const experimentClients: readonly ExperimentClient[] = [
  client('openai', 'openai.ts', ['openai-7']),
  client('anthropic-sdk', 'anthropic.ts', ['anthropic-1']),
  client('anthropic-sdk-0', 'anthropic.ts', ['anthropic-0']),
  client('google-genai', 'google-genai.ts', ['google-genai-3']),
  client('ai-sdk-openai', 'ai-sdk-images.ts', ['ai-7', 'ai-sdk-openai-4']),
  client('ai-sdk-anthropic', 'ai-sdk.ts', ['ai-7', 'ai-sdk-anthropic-4'], 'messages'),
  client('ai-sdk-google', 'ai-sdk.ts', ['ai-7', 'ai-sdk-google-4'], 'content generation'),
  langchain('openai', 'langchain-images.ts'),
  langchain('anthropic', 'langchain.ts'),
  langchain('google-genai', 'langchain.ts'),
  langchain('google', 'langchain.ts'),
  python('openai', '3.54.0', 'openai_impact'),
  python('anthropic', '2.12.0', 'anthropic_impact'),
  python('google-genai', '3.4.0', 'google_genai_impact'),
]

/** Returns a client whose exercises run in Python. Its environment is created on first use. */
function python(name: string, version: string, module: string): ExperimentClient {
  const exercisesAt = pythonExercises(`${name}==${version}`, module)
  return { name: `python-${name}`, packages: [`${name} ${version} (Python)`], exercisesAt }
}

function client(name: string, file: string, packages: readonly string[], ...more: string[]): ExperimentClient {
  const given = [...packages, ...more]
  // The provider comes first, because it distinguishes the AI SDK clients of one major version.
  const names = packages.map((one) => realName(manifest[one] ?? '')).toReversed()
  return { name, packages: names, exercisesAt: from(file, given) }
}

function langchain(name: string, file: string): ExperimentClient {
  const folder = 'langchain-1'
  const versions = manifestIn(folder)
  const packages = [`@langchain/${name}`, '@langchain/core'].map((one) => `${one} ${versions[one]}`)
  return { name: `langchain-${name}`, packages, exercisesAt: from(file, [folder, name]) }
}

function from(file: string, given: readonly string[]): ExperimentClient['exercisesAt'] {
  return async (url) => {
    const { exercises } = (await import(`./exercises/${file}`)) as {
      exercises(url: string, given: readonly string[]): Promise<Exercises>
    }
    return exercises(url, given)
  }
}

/** Turns `npm:openai@7.57.0` into `openai 7.57.0`. */
function realName(dependency: string): string {
  return dependency.replace(/^npm:/, '').replace(/@([^@]+)$/, ' $1')
}

function manifestIn(folder: string): Readonly<Record<string, string>> {
  const text = readFileSync(new URL(`../${folder}/package.json`, import.meta.url), 'utf8')
  return (JSON.parse(text) as { dependencies: Record<string, string> }).dependencies
}
