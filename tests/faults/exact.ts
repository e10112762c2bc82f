import { expect, test } from 'vitest'
import type { Area } from '../../conformance/model/vocabulary.ts'
import type { Task } from '../../conformance/selftest/task.ts'
import { tasksFor } from '../../conformance/selftest/tasks.ts'
import { tryFault } from '../../conformance/selftest/try-fault.ts'

/**
 * Declares a test for every `step`th fault of an area that is not one of the families: a standard run against a server
 * with that fault fails exactly the requirements that the fault names, whatever word their level prints. And for the
 * `others`.
 */
export function testFaultsOf(area: Area, step: number, others: readonly string[] = []): void {
  const all = { areas: [area], variant: () => false, seeds: [1], profile: 'standard' } as const
  const listed = tasksFor({ ...all, fault: (id) => !/^(overlook|refuse):/.test(id) })
  const named = tasksFor({ ...all, fault: (id) => others.includes(id) })
  const chosen = [...listed.filter((_, index) => index % step === 0), ...named]
  test.each(
    chosen.map((task): [string, Task] => [task.id, task]),
  )('%s fails exactly what it breaks', async (_, task) => {
    const { finish, missing, surplus } = await tryFault(task)
    expect({ finish, missing, surplus }).toEqual({ finish: 'exact', missing: [], surplus: [] })
  })
}
