import { describe, expect, test } from 'vitest'
import { examples } from '../../reports/examples.fixture.ts'
import { reportOpener } from './opened.ts'

const open = reportOpener()
const report = examples.nonconforming()

describe.each(Object.entries(examples))('a report of a run that is %s', (_name, example) => {
  test('asks the network for nothing, and every link leads to a place on the page', async () => {
    const { page, close } = await open(example())
    const dangling = await page.evaluate<string[]>(`
      [...document.querySelectorAll('a[href^="#"]')].map((link) => link.getAttribute('href').slice(1))
        .filter((id) => document.getElementById(id) === null)`)
    expect(dangling).toEqual([])
    await close()
  })

  test('has one place for every id', async () => {
    const { page, close } = await open(example())
    const ids = await page.evaluate<string[]>('[...document.querySelectorAll("[id]")].map(({ id }) => id)')
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    await close()
  })
})

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('an address that names a place, %s', (_name, javaScriptEnabled) => {
  test.each([
    ['a failure', 'messages.stream-order', 'message_stop in a block'],
    ['one finding', 'messages.reply-usage.2', '/usage/output_tokens is missing'],
    ['a warning', 'messages.reply-tool-use-reason', 'no block is of type tool_use'],
    ['what passed', 'messages.stream-content-type', 'passed in 12 exchanges'],
    ['a result on one operation', 'messages.reply-usage@messages.stream', 'messages.stream'],
    ['what was not tested', 'content.audio-part-accepted', 'audio-in is declared absent'],
    ['an exchange', 'exchange-coverage.messages.stream.plain', 'first bytes after 101 ms'],
    ['an exchange of a declaration', 'exchange-declared/audio-in', '<b>züri</b>'],
    ['a section of the specification', 'section-6', 'declares itself as'],
  ])('unfolds and shows %s', async (_what, fragment, words) => {
    const { page, close } = await open(report, { fragment, javaScriptEnabled })
    const place = page.locator(`[id="${fragment}"]`)
    await place.waitFor({ state: 'visible' })
    expect(await place.innerText()).toContain(words)
    const box = await place.boundingBox()
    expect(box!.y).toBeLessThan(800)
    expect(box!.y + box!.height).toBeGreaterThan(0)
    await close()
  })
})

test('an address that names nothing opens the page as it is', async () => {
  const { page, close } = await open(report, { fragment: '%E0%A4%A' })
  expect(await page.locator('h1').innerText()).toContain('Nonconforming')
  await close()
})

test('a pass leads to an exchange on which it was judged, with its timeline', async () => {
  const { page, close } = await open(report, { fragment: 'messages.stream-content-type' })
  await page.locator('[id="messages.stream-content-type"] a[href^="#exchange-"]').click()
  const place = page.locator('[id="exchange-coverage.messages.stream.tools"]')
  await place.waitFor({ state: 'visible' })
  expect(await place.innerText()).toMatch(/first byte after 101 ms/)
  expect(await place.locator('.arrival svg').count()).toBe(1)
  expect(await page.locator('#passed').innerText()).toContain('Examples of passing results')
  await close()
})
