import { stepsOf } from '../../schemas/json-pointer.ts'

/** Writes a JSON pointer into a request value as clients do: `/body/contents/0/role` is `contents[0].role`. */
export function placeOf(pointer: string): string {
  const [, ...steps] = stepsOf(pointer)
  return steps.map(asStep).join('').slice(0, 200)
}

function asStep(token: string, index: number): string {
  if (/^\d+$/.test(token)) return `[${token}]`
  return index === 0 ? token : `.${token}`
}
