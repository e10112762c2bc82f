import { defineConfig } from 'vitest/config'

/** The published OpenAPI document and schemas in the hands of tools that nobody here wrote. */
export default defineConfig({
  test: {
    include: ['tests/openapi/*.test.ts'],
    globalSetup: ['tests/compile-schemas.ts', 'tests/hostile/build.ts'],
    pool: 'forks',
    // Each test is a process or two already.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
