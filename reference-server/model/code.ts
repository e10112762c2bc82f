import { between, type Random } from './random.ts'

/** A program and its output. */
export interface ProgramRun {
  readonly code: string
  readonly output: string
}

/** A small program that the model pretends to run, with its correct output. */
export function runProgram(random: Random): ProgramRun {
  const most = between(random, 5, 60)
  return { code: `print(sum(range(1, ${most + 1})))`, output: `${(most * (most + 1)) / 2}\n` }
}
