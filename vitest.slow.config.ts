import { defineConfig } from 'vitest/config'

/** What takes more than a minute and is run by CI beside `npm test`: servers that are right in unusual ways. */
export default defineConfig({
  test: { include: ['tests/{variants,hostile}/**/*.test.ts'], pool: 'forks', testTimeout: 180_000 },
})
