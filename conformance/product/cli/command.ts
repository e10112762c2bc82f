import type { Io } from './io.ts'

/** One option of a command. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean'
  readonly multiple?: true
  /** The placeholder for the value in the help. */
  readonly value?: string
  /** The possible values, if they are few. Shells complete them. */
  readonly choices?: readonly string[]
  /** The heading in the help; `Options` by default. */
  readonly group?: string
  readonly help: string
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>

type ValueOf<Spec extends OptionSpec> = Spec['type'] extends 'boolean'
  ? boolean
  : Spec extends { readonly multiple: true }
    ? readonly string[]
    : string

/** The values that the user gave, by option. */
export type Values<Specs extends OptionSpecs = OptionSpecs> = { readonly [Name in keyof Specs]?: ValueOf<Specs[Name]> }

export interface Invocation<Specs extends OptionSpecs = OptionSpecs> {
  readonly positionals: readonly string[]
  readonly values: Values<Specs>
  readonly io: Io
}

/** A command of `mgi`. */
export interface Command<Specs extends OptionSpecs = OptionSpecs> {
  readonly name: string
  readonly summary: string
  /** The usage line, without `mgi`. */
  readonly usage: string
  /** The maximum number of positional arguments. */
  readonly positionals: number
  readonly options: Specs
  /** Further lines of its help. */
  readonly notes?: readonly string[]
  /** Runs the command and returns the exit status. */
  run(invocation: Invocation<Specs>): Promise<number>
}

/** Checks the type of a command against its own options. */
export function command<const Specs extends OptionSpecs>(spec: Command<Specs>): Command {
  return spec as unknown as Command
}

/** Puts options under a heading in the help. */
export function inGroup<const Specs extends OptionSpecs>(group: string, specs: Specs): Specs {
  const grouped = Object.entries(specs).map(([name, spec]) => [name, { ...spec, group }] as const)
  return Object.fromEntries(grouped) as unknown as Specs
}

/** Returns an option without its heading, for a command whose help has none. */
export function ungrouped<const Spec extends OptionSpec>({ group: _, ...spec }: Spec): Omit<Spec, 'group'> {
  return spec
}
