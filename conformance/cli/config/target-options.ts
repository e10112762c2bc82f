import type { Vocabulary } from '../../evidence/frame.ts'
import type { HeaderLine } from '../../model/exchange.ts'
import type { Area } from '../../model/vocabulary.ts'
import type { Secret } from '../../sources/keys.ts'
import type { Connection, ConnectionFiles } from './connection.ts'

/** All that a user says of a target beside its address: how it is spoken to, and with which credentials. */
export interface TargetOptions {
  /** What it calls the things that the document names with neutral words; no secret among them. */
  readonly vocabulary: Vocabulary
  /** The credential of each area, where one is known. */
  readonly credentials: Partial<Readonly<Record<Area, Credential>>>
  /** Headers to send besides, by area. Labels stand for what is secret in them. */
  readonly extraHeaders: Partial<Readonly<Record<Area, readonly HeaderLine[]>>>
  /** What the labels in extra headers stand for. */
  readonly labels: readonly Secret[]
  /** What must not be recorded, beside the keys. */
  readonly secrets: readonly Secret[]
  readonly connection: Connection
  /** Where its files are, for commands that are to make the same connection. */
  readonly connectionFiles: ConnectionFiles
  /** Origins, beside the target's own, from which images may be fetched. */
  readonly fetchOrigins: readonly string[]
}

/** A key, and the environment variable that commands are to name for it. */
export interface Credential {
  readonly key: string
  readonly variable: string
}

/** What is known of a target of which nothing is said. */
export const plainTarget: TargetOptions = {
  vocabulary: {},
  credentials: {},
  extraHeaders: {},
  labels: [],
  secrets: [],
  connection: {},
  connectionFiles: {},
  fetchOrigins: [],
}
