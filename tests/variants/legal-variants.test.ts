import { expect, test } from 'vitest'
import { areas } from '../../conformance/core/model/vocabulary.ts'
import { tryVariant } from '../../conformance/laboratory/selftest/run-task.ts'
import { tasksFor } from '../../conformance/laboratory/selftest/tasks.ts'

const tasks = tasksFor({ areas, fault: () => false, variant: () => true, seeds: [1], profile: 'standard' })

test.concurrent.each(tasks)('nobody accuses the variant $id', async (task) => {
  const { finish, trouble, missing, surplus } = await tryVariant(task)
  expect({ finish, trouble, missing, surplus }).toEqual({
    finish: 'exact',
    trouble: undefined,
    missing: [],
    surplus: [],
  })
})
