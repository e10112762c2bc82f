import { knownDefects } from './index.ts'

/** The numbers of the known defects that a requirement catches. */
export function defectsOf(requirement: string): readonly number[] {
  return knownDefects
    .filter(({ requirements }) => requirements.some((id) => id === requirement))
    .map(({ number }) => number)
}
