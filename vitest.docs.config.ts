import { defineConfig } from 'vitest/config'

/** The documentation: every command of it is run, and the built site has no dead link. */
export default defineConfig({
  test: {
    include: ['tests/docs/*.test.ts'],
    globalSetup: ['tests/compile-schemas.ts', 'tests/hostile/build.ts'],
    pool: 'forks',
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
})
