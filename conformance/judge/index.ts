/** Judging: exchanges in, rulings and a report out. Nothing here opens a socket, reads a clock or a file. */
export { catalogueDigest } from './digest.ts'
export { type Judge, startJudge } from './judge.ts'
export { observe } from './observe.ts'
export { outcomeOf } from './outcome.ts'
export type { LocatedFinding, Ruling } from './ruling.ts'
export type { RunContext } from './run-context.ts'
export { exchangesToShow, summarize } from './summarize.ts'
