import type { CredentialForm } from '../model/credential.ts'
import type { Area, Capability, Endpoint, Profile } from '../model/vocabulary.ts'
import type { Skipped } from '../record/evidence/frame.ts'
import type { KnownEntry } from './known-failures/entry.ts'

/** A config file as its schema (`schemas/config/config.json`) describes it. */
export interface Config {
  readonly target?: string
  readonly key?: string
  readonly keys?: Partial<Readonly<Record<Area, string>>>
  readonly areas?: readonly Area[]
  readonly requirements?: readonly string[]
  readonly models?: Partial<Readonly<Record<ModelLabel, string>>>
  readonly headers?: Partial<Readonly<Record<'provider-version' | 'provider-beta', string>>>
  readonly version?: string
  readonly credential?: Partial<Readonly<Record<Area, CredentialForm>>>
  readonly baseUrls?: Partial<Readonly<Record<Area, string>>>
  /** Members that the target needs in every request of an operation. */
  readonly requests?: Partial<Readonly<Record<Endpoint, { readonly body?: Readonly<Record<string, unknown>> }>>>
  readonly extraHeaders?: Partial<Readonly<Record<Area | 'all', Readonly<Record<string, HeaderValue>>>>>
  readonly unsupported?: readonly (Endpoint | Capability)[]
  readonly skip?: readonly Skipped[]
  readonly betas?: readonly string[]
  readonly speech?: { readonly model: string; readonly voice: string; readonly languageCode?: string }
  readonly images?: { readonly fetchOrigins?: readonly string[] }
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string; readonly verify?: boolean }
  readonly proxy?: string
  readonly plugins?: readonly string[]
  readonly mask?: readonly string[]
  readonly profile?: Profile
  readonly seed?: number | 'random'
  readonly shard?: string
  readonly explore?: number | string
  readonly examples?: readonly string[]
  readonly concurrency?: number
  readonly rate?: number
  readonly maxRequests?: number
  readonly maxBilled?: number
  readonly maxImages?: number
  readonly maxTime?: number
  readonly timeout?: number
  readonly strict?: boolean
  /** The clients that the report has a verdict for. */
  readonly clients?: readonly string[]
  /** What decides the exit status. */
  readonly gateOn?: 'verdict' | 'clients'
  readonly label?: string
  readonly targetVersion?: string
  readonly out?: string
  /** Formats, or `FORMAT=PATH` for another path. */
  readonly reporters?: readonly string[]
  readonly quiet?: boolean
  readonly verbose?: boolean
  readonly watch?: { readonly onChange?: readonly string[]; readonly restart?: string; readonly port?: number }
  readonly docs?: string
  readonly knownFailures?: string | readonly KnownEntry[]
}

/** The value of a further header, which may be marked as secret. */
export type HeaderValue = string | { readonly value: string; readonly secret?: boolean }

/** The models that a config file may name. */
export type ModelLabel = 'image-model-1' | 'image-model-2' | 'image-model-multi' | 'content-generation' | 'messages'

/** A config file that was read and is valid. */
export interface LoadedConfig {
  /** The absolute path. */
  readonly file: string
  /** The path as the user wrote it, or the name it was found under. */
  readonly name: string
  readonly config: Config
  /** The config is an object from a program, not a file. */
  readonly isOfProgram?: true
  /** The config before environment variables were inserted. */
  readonly raw: Config
  /** Returns the place of a member, for example `mgi.config.yaml:3:1`. */
  at(pointer: string): string
}
