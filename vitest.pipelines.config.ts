import { defineConfig } from 'vitest/config'

/** Pipelines of CI systems, images and clusters: their own commands, run on this machine against a gateway on loopback. */
export default defineConfig({
  logLevel: 'error',
  test: {
    include: ['tests/pipelines/**/*.test.ts'],
    globalSetup: ['tests/compile-schemas.ts', 'tests/hostile/build.ts'],
    pool: 'forks',
    // Each is several processes already.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // It imports JSON in a way that Node does not permit.
    server: { deps: { inline: ['@actions/workflow-parser'] } },
  },
})
