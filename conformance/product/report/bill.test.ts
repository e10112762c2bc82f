import { expect, test } from 'vitest'
import { exchangeWith } from '../../core/model/exchange.fixture.ts'
import { startBill } from './bill.ts'

test('fetches of images are downloads, and requests that a client left are not', () => {
  const bill = startBill()
  const image = { kind: 'image', of: 'images.generate/01', image: 1 } as const
  bill.countDownload(exchangeWith({ why: image }))
  bill.countDownload(exchangeWith({ why: image, ended: 'timeout', response: null }))
  bill.countDownload(
    exchangeWith({ why: { kind: 'probe', probe: 'messages.going-away', step: 1 }, ended: 'cancelled' }),
  )
  bill.countDownload(exchangeWith({}))
  expect(bill.downloads).toBe(2)
})
