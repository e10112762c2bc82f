import { defineConfig } from 'vitest/config'

/** The package as a user gets it: packed, installed into empty projects from the registry, and run. */
export default defineConfig({
  test: {
    include: ['tests/package/*.test.ts'],
    globalSetup: ['tests/compile-schemas.ts', 'tests/hostile/build.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
