import { defineConfig } from 'vitest/config'

/** Client libraries that nobody here wrote, each in a process of its own, against `mgi serve`. */
export default defineConfig({
  test: {
    include: ['tests/clients/*.test.ts'],
    globalSetup: ['tests/compile-schemas.ts', 'tests/hostile/build.ts'],
    pool: 'forks',
    fileParallelism: false,
    maxConcurrency: 2,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})
