/** JSON pointers (RFC 6901): the one place that escapes and unescapes their steps. */

/** The pointer to a member of what `pointer` leads to (RFC 6901). */
export function below(pointer: string, step: string | number): string {
  return `${pointer}/${escaped(String(step))}`
}

/** The pointer to what holds the last step of a pointer; of the root, the root. */
export function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')))
}

/** The steps of a pointer, unescaped. */
export function stepsOf(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(unescaped)
}

function escaped(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}

function unescaped(step: string): string {
  return step.includes('~') ? step.replaceAll('~1', '/').replaceAll('~0', '~') : step
}

/** Whether `pointer` is `ancestor` or leads to something inside it. */
export function isWithin(pointer: string, ancestor: string): boolean {
  return pointer === ancestor || pointer.startsWith(`${ancestor}/`)
}

/** What a pointer leads to; `undefined` where it leads nowhere. */
export function get(value: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce<unknown>((at, step) => member(at, step), value)
}

/** The value with what `pointer` leads to replaced. Objects on the way are made; arrays take at most one item more. */
export function set<T>(value: T, pointer: string, replacement: unknown): T {
  return changed(value, stepsOf(pointer), () => replacement) as T
}

/** The value without what `pointer` leads to. Items after a removed one move up. */
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
  const members = isObject(value) ? value : {}
  if (inner === undefined) return Object.fromEntries(Object.entries(members).filter(([key]) => key !== name))
  return { ...members, [name]: inner }
}

function member(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(step) ? value[Number(step)] : undefined
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
