import type { Io } from './io.ts'

/** One option of a command. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean'
  /** May be given several times. */
  readonly multiple?: true
  /** What stands for the value in the help. */
  readonly value?: string
  /** The values there are, where they are few: shells complete them. */
  readonly choices?: readonly string[]
  /** The heading that it stands under in the help; without one, under `Options`. */
  readonly group?: string
  readonly help: string
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>

type ValueOf<Spec extends OptionSpec> = Spec['type'] extends 'boolean'
  ? boolean
  : Spec extends { readonly multiple: true }
    ? readonly string[]
    : string

/** The values a user gave, by option. */
export type Values<Specs extends OptionSpecs = OptionSpecs> = { readonly [Name in keyof Specs]?: ValueOf<Specs[Name]> }

/** What a command is run with. */
export interface Invocation<Specs extends OptionSpecs = OptionSpecs> {
  readonly positionals: readonly string[]
  readonly values: Values<Specs>
  readonly io: Io
}

/** Something `mgi` can do, as a value. */
export interface Command<Specs extends OptionSpecs = OptionSpecs> {
  readonly name: string
  readonly summary: string
  /** How it is called, without `mgi`. */
  readonly usage: string
  /** What its positional arguments may be at most. */
  readonly positionals: number
  readonly options: Specs
  /** More that its help says, as lines. */
  readonly notes?: readonly string[]
  /** Does it and answers with the exit status. */
  run(invocation: Invocation<Specs>): Promise<number>
}

/** A command, checked against its own options. */
export function command<const Specs extends OptionSpecs>(spec: Command<Specs>): Command {
  return spec as unknown as Command
}

/** Options under a heading of their own in the help. */
export function inGroup<const Specs extends OptionSpecs>(group: string, specs: Specs): Specs {
  const grouped = Object.entries(specs).map(([name, spec]) => [name, { ...spec, group }] as const)
  return Object.fromEntries(grouped) as unknown as Specs
}
