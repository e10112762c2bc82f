import type { ConfigFile, HeaderValue as GivenHeaderValue } from './config-file.ts'

/** A config file, as its schema (`schemas/config/config.json`) describes it. */
export type Config = Immutable<ConfigFile>

/** The value of a further header, which may be marked as secret. */
export type ExtraHeaderValue = Immutable<GivenHeaderValue>

/** The models that a config file may name. */
export type ConfiguredModel = keyof NonNullable<Config['models']>

type Immutable<T> = T extends (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Immutable<T[Name]> }
    : T

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
