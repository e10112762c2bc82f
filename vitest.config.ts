import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['dist/**', 'node_modules/**', 'tests/variants/**'],
    pool: 'forks',
    testTimeout: 120_000,
  },
})
