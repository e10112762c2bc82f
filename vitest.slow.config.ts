import { defineConfig } from 'vitest/config'

/** What takes its time and is run by CI beside `npm test`: servers that are right in unusual ways, and hostile ones. */
export default defineConfig({
  test: {
    include: ['tests/{variants,hostile,thorough,whole-runs}/**/*.test.ts'],
    globalSetup: ['tests/compile-schemas.ts', 'tests/hostile/build.ts'],
    pool: 'forks',
    // By default one core is left idle: of two that is half.
    maxWorkers: '100%',
    testTimeout: 180_000,
  },
})
