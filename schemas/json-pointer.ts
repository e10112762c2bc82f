import { isObject, membersOf } from './json.ts'

/** Returns the pointer to a member of the value at `pointer`. */
export function below(pointer: string, step: string | number): string {
  return `${pointer}/${escaped(String(step))}`
}

/** Returns the pointer without its last step. The parent of the root is the root. */
export function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')))
}

/** Returns the steps of a pointer, unescaped. */
export function stepsOf(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(unescapedStep)
}

function escaped(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Returns a step of a pointer as the name that it stands for. */
export function unescapedStep(step: string): string {
  return step.includes('~') ? step.replaceAll('~1', '/').replaceAll('~0', '~') : step
}

/** Returns a pointer in which `*` replaces each index, so that it is the same for all items of a list. */
export function withoutIndexes(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')
}

/** Returns whether `pointer` equals `ancestor` or leads to a value inside it. */
export function isWithin(pointer: string, ancestor: string): boolean {
  return pointer === ancestor || pointer.startsWith(`${ancestor}/`)
}

/** Returns the value at a pointer, or `undefined` if there is none. */
export function get(value: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce<unknown>((at, step) => member(at, step), value)
}

/**
 * Returns a copy with the value at `pointer` replaced. Creates missing objects on the way. An array grows by at most
 * one item.
 */
export function set<T>(value: T, pointer: string, replacement: unknown): T {
  return changed(value, stepsOf(pointer), () => replacement) as T
}

/** Returns a copy without the value at `pointer`. Later items of an array move up. */
export function remove<T>(value: T, pointer: string): T {
  if (get(value, pointer) === undefined) return value
  return changed(value, stepsOf(pointer), () => undefined) as T
}

type Change = (value: unknown) => unknown

function changed(value: unknown, [step, ...rest]: readonly string[], change: Change): unknown {
  if (step === undefined) return change(value)
  const inner = changed(member(value, step), rest, change)
  return Array.isArray(value) ? withItem(value, Number(step), inner) : withMember(value, step, inner)
}

function withItem(items: readonly unknown[], index: number, item: unknown): unknown {
  if (item === undefined) return items.filter((_, position) => position !== index)
  return index < items.length ? items.with(index, item) : [...items, item]
}

function withMember(value: unknown, name: string, inner: unknown): unknown {
  const members = membersOf(value)
  if (inner === undefined) return Object.fromEntries(Object.entries(members).filter(([key]) => key !== name))
  return { ...members, [name]: inner }
}

function member(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(step) ? value[Number(step)] : undefined
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
}
