import type { ConfigFile, HeaderValue as GivenHeaderValue } from './config-file.ts'

/** A config file, as its schema (`schemas/config/config.json`) describes it. */
export type Config = Immutable<ConfigFile>

/** The value of an additional header, which may be marked as secret. */
export type ExtraHeaderValue = Immutable<GivenHeaderValue>

/** The models that a config file can name. */
export type ConfiguredModel = keyof NonNullable<Config['models']>

type Immutable<T> = T extends (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Immutable<T[Name]> }
    : T

/** A valid config file. */
export interface LoadedConfig {
  /** The absolute path. */
  readonly file: string
  /** The path as the user wrote it, or the default name under which it was found. */
  readonly name: string
  readonly config: Config
  /** True if the config is an object from a program instead of a file. */
  readonly isOfProgram?: true
  /** The config before environment variables are inserted. */
  readonly raw: Config
  /** Returns the place of a member, for example `mgi.config.yaml:3:1`. */
  at(pointer: string): string
}
