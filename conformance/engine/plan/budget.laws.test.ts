import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mixed } from './budget.ts'

const lists = fc.array(fc.array(fc.integer(), { maxLength: 30 }), { maxLength: 6 })
const named = lists.map((all) => all.map((list, name) => list.map((item) => ({ name, item }))))

test('mixing keeps all items and the order within each list', () => {
  fc.assert(
    fc.property(named, (all) => {
      const together = mixed(all)
      expect(all.map((_, of) => together.filter(({ name }) => name === of))).toEqual(all)
      expect(together).toHaveLength(all.flat().length)
    }),
  )
})

test('every prefix of a mix is balanced between lists', () => {
  fc.assert(
    fc.property(named, fc.nat(180), (all, length) => {
      const cut = mixed(all).slice(0, length)
      const begun = all.map((list, of) => ({ had: cut.filter(({ name }) => name === of).length, of: list.length }))
      for (const one of begun) {
        for (const other of begun) {
          if (one.had === 0 || other.had === other.of) continue
          expect((one.had - 0.5) / one.of).toBeLessThanOrEqual((other.had + 0.5) / other.of)
        }
      }
    }),
  )
})
