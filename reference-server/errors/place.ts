import { stepsOf } from '../../schemas/json-pointer.ts'

/** How clients write the place that a JSON pointer into a request value means: `/body/contents/0/role` is `contents[0].role`. */
export function placeOf(pointer: string): string {
  const [, ...steps] = stepsOf(pointer)
  return steps.map(asStep).join('').slice(0, 200)
}

function asStep(token: string, index: number): string {
  if (/^\d+$/.test(token)) return `[${token}]`
  return index === 0 ? token : `.${token}`
}
