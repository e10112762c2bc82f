import { expect, test } from 'vitest'
import { tasksFor } from '../../conformance/laboratory/selftest/tasks.ts'
import type { Task } from '../../conformance/laboratory/selftest/trial.ts'
import { tryFault } from '../../conformance/laboratory/selftest/try-fault.ts'
import { faults } from '../../reference-server/index.ts'

/** The faults of token usage. `mgi selftest` runs the faults of other areas, and CI runs some of them. */
const tasks = tasksFor({
  areas: ['token-usage'],
  fault: (id) => faults.get(id)?.derivedFrom === undefined,
  variant: () => false,
  seeds: [1],
  profile: 'standard',
})

test.each(
  tasks.map((task): [string, Task] => [task.id, task]),
)('%s fails exactly the requirements that it violates', async (_, task) => {
  const { finish, missing, surplus } = await tryFault(task)
  expect({ finish, missing, surplus }).toEqual({ finish: 'exact', missing: [], surplus: [] })
})
