import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { attachmentsOf } from './open-recording.ts'
import { isZip, unpackHar } from './unpack.ts'
import { zipOf } from './zip.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'attached-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('bodies in files next to the HAR are read, but not from other folders', () => {
  const inside = join(folder, 'inside')
  mkdirSync(join(inside, 'deeper'), { recursive: true })
  writeFileSync(join(inside, 'a1.json'), '{"a":1}')
  writeFileSync(join(folder, 'secret.json'), '{"secret":1}')
  symlinkSync(join(folder, 'secret.json'), join(inside, 'link.json'))
  const attached = attachmentsOf(join(inside, 'traffic.har'))
  const of = (name: unknown) => attached.embedded({ response: { content: { _file: name } } })
  expect(of('a1.json')).toEqual({
    request: {},
    response: { content: { _file: 'a1.json', text: Buffer.from('{"a":1}').toString('base64'), encoding: 'base64' } },
  })
  for (const name of ['../secret.json', join(folder, 'secret.json'), 'link.json', 'deeper', '..', '', 7, 'gone.json'])
    expect(JSON.stringify(of(name))).not.toContain('base64')
  expect(attached.missing()).toEqual(expect.arrayContaining(['gone.json', 'link.json', '../secret.json']))
  const sent = attached.embedded({ request: { postData: { text: '', _file: 'a1.json' } } })
  expect(sent['request']).toMatchObject({ postData: { encoding: 'base64' } })
  const whole = { response: { content: { text: 'x', _file: 'a1.json' } } }
  expect(attached.embedded(whole)).toBe(whole)
})

function written(name: string, bytes: Uint8Array): string {
  writeFileSync(join(folder, name), bytes)
  return join(folder, name)
}

const temporary = () => readdirSync(tmpdir()).filter((name) => name.startsWith('mgi-har-'))
const har = { name: 'har.har', text: '{"log":{}}' }

test('a zip is unpacked with the files next to its HAR, and removed afterwards', async () => {
  const before = temporary()
  const file = written('good.zip', zipOf([har, { name: 'b.json', text: '{}' }, { name: 'in/folder.json', text: '{}' }]))
  expect([isZip(file), isZip(written('no.zip', Buffer.from('PK')))]).toEqual([true, false])
  const unpacked = await unpackHar(file)
  expect(readFileSync(unpacked.har, 'utf8')).toBe(har.text)
  expect(readdirSync(join(unpacked.har, '..'))).toEqual(['b.json', 'har.har'])
  unpacked.remove()
  expect(temporary()).toEqual(before)
})

test.each([
  ['no HAR', [{ name: 'a.json', text: '{}' }], /is a zip without a HAR; name a HAR/],
  ['two HARs', [har, { ...har, name: 'b.har' }], /holds 2 HARs; unpack it and name its folder/],
  ['a path outside its folder', [har, { name: '../evil.har', text: '' }], /cannot be unpacked: invalid relative path/],
  ['a wrong file size', [{ ...har, text: 'x'.repeat(1e6), size: 10 }], /cannot be unpacked: /],
  ['more than a gigabyte', [{ ...har, size: 2 ** 31 }], /contains more than a gigabyte/],
])('a zip with %s is rejected and leaves no files behind', async (name, parts, why) => {
  const before = temporary()
  await expect(unpackHar(written(`${name}.zip`, zipOf(parts)))).rejects.toThrow(why)
  expect(temporary()).toEqual(before)
})
