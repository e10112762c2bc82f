import { defineConfig } from 'vitest/config'

/** The report in a real Chromium. One browser at a time: what is measured is the page, not the machine. */
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    globalSetup: ['tests/compile-schemas.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
