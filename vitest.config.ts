import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    globalSetup: ['tests/compile-schemas.ts'],
    exclude: [
      'dist/**',
      '**/node_modules/**',
      'tests/{variants,hostile,browser,docs,package,pipelines,thorough,whole-runs,strangers,clients,openapi}/**',
    ],
    pool: 'forks',
    // By default one core is left idle: of two that is half.
    maxWorkers: '100%',
    // Two hundred files that each load and compile everything anew take twice as long. No test replaces a module.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
