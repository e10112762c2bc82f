import { defineConfig } from 'vitest/config'

/** The published OpenAPI document and schemas in the hands of tools that nobody here wrote. */
export default defineConfig({
  test: {
    include: ['tests/openapi/*.test.ts'],
    globalSetup: ['tests/compile-schemas.ts', 'tests/hostile/build.ts'],
    pool: 'forks',
    // By default one core is left idle: of two that is half.
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
