import { expect, test } from 'vitest'
import { catalogue } from '../../../specification/catalogue.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

async function mgi(...args: readonly string[]) {
  const io = capturedIo()
  return { status: await runCli(['requirements', ...args], io), out: io.out(), err: io.err() }
}

test('every requirement has a line', async () => {
  const { status, out } = await mgi()
  expect(status).toBe(0)
  expect(out.split('\n').map((line) => line.split(' ')[0])).toEqual([...catalogue.requirements.map(({ id }) => id), ''])
})

test('a glob lists the matching requirements', async () => {
  const { out } = await mgi('usage.*')
  expect(out).toMatch(/^(usage\.\S+ +(stated|implied|unspecified) +.+\n)+$/)
})

test.each(
  catalogue.requirements.slice(0, 3).map(({ id }) => id),
)('the explanation of %s has its statement and section', async (id) => {
  const { statement, section } = catalogue.requirements.find((requirement) => requirement.id === id)!
  const { out } = await mgi(id)
  expect(out).toContain(statement)
  expect(out).toMatch(new RegExp(`section +${section.replace('.', '\\.')}`))
})

test('JSON output has one object per requirement', async () => {
  const list = JSON.parse((await mgi('--json')).out) as { id: string }[]
  expect(list.map(({ id }) => id)).toEqual(catalogue.requirements.map(({ id }) => id))
})

test('an explanation has the specification sentences, the interpretation and the faults', async () => {
  const { out } = await mgi('messages.stop-sequence-agrees')
  expect(out).toMatch(/specification +2\.9 `stop_sequence`/)
  expect(out).toMatch(/interpretation +M8: \w+/)
  expect(out).toContain('mgi serve --fault messages-stop-sequence-lost')
})

test('JSON output has sentences and faults for every requirement', async () => {
  const list = JSON.parse((await mgi('--json')).out) as {
    id: string
    section: string
    sentences: unknown[]
    faults: unknown[]
  }[]
  expect(
    list.filter(
      ({ section, sentences, faults }) => sentences.length === 0 || (faults.length === 0) !== (section === 'upstream'),
    ),
  ).toEqual([])
})

test('an unknown requirement is a usage error', async () => {
  const { id } = catalogue.requirements[0]!
  const { status, out, err } = await mgi(`${id.slice(0, -1)}_`)
  expect({ status, out }).toEqual({ status: 2, out: '' })
  expect(err).toContain(`did you mean "${id}"?`)
})

test.each([
  ['messages.stop', 'messages.stop*'],
  ['messages.stopping-works', 'messages.stop*'],
  ['stop-sequence', '*stop-sequence*'],
])('a part of an id, such as %s, suggests a glob that matches', async (part, glob) => {
  const { status, err } = await mgi(part)
  expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining(`did you mean "${glob}"?`) })
  expect((await mgi(glob)).out).toContain('stop')
})

test('an id that resembles none has no suggestion', async () => {
  expect((await mgi('qqqqqq')).err).toContain('mgi requirements lists them')
})
