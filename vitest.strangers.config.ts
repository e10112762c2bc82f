import { defineConfig } from 'vitest/config'

/** Gateways and mock servers that nobody here wrote, judged by the built command. */
export default defineConfig({
  test: {
    include: ['tests/strangers/*.test.ts'],
    globalSetup: ['tests/compile-schemas.ts', 'tests/hostile/build.ts'],
    pool: 'forks',
    // Each is two processes already: a gateway, and the run that judges it.
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
