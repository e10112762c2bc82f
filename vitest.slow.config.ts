import { defineConfig } from 'vitest/config'

/** What takes its time and is run by CI beside `npm test`: servers that are right in unusual ways, and hostile ones. */
export default defineConfig({
  test: {
    include: ['tests/{variants,hostile,whole-runs}/**/*.test.ts'],
    globalSetup: ['tests/hostile/build.ts'],
    pool: 'forks',
    testTimeout: 180_000,
  },
})
