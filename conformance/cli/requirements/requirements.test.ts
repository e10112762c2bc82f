import { expect, test } from 'vitest'
import { catalogue } from '../../catalogue.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

async function mgi(...args: readonly string[]) {
  const io = capturedIo()
  return { status: await runCli(['requirements', ...args], io), out: io.out(), err: io.err() }
}

test('every requirement has its line', async () => {
  const { status, out } = await mgi()
  expect(status).toBe(0)
  expect(out.split('\n').map((line) => line.split(' ')[0])).toEqual([...catalogue.requirements.map(({ id }) => id), ''])
})

test('a glob lists what it matches', async () => {
  const { out } = await mgi('usage.*')
  expect(out).toMatch(/^(usage\.\S+ +(stated|implied|unspecified) +.+\n)+$/)
})

test.each(catalogue.requirements.slice(0, 3).map(({ id }) => id))('%s is explained', async (id) => {
  const { statement, section } = catalogue.requirements.find((requirement) => requirement.id === id)!
  const { out } = await mgi(id)
  expect(out).toContain(statement)
  expect(out).toMatch(new RegExp(`section +${section.replace('.', '\\.')}`))
})

test('as JSON there is one object a requirement', async () => {
  const list = JSON.parse((await mgi('--json')).out) as { id: string }[]
  expect(list.map(({ id }) => id)).toEqual(catalogue.requirements.map(({ id }) => id))
})

test('an explanation names the sentences of the specification, the interpretation and the faults', async () => {
  const { out } = await mgi('messages.stop-sequence-agrees')
  expect(out).toMatch(/specification +2\.9 `stop_sequence`/)
  expect(out).toMatch(/interpretation +M8: \w+/)
  expect(out).toContain('mgi serve --fault messages-stop-sequence-lost')
})

test('as JSON every requirement has its sentences and its faults', async () => {
  const list = JSON.parse((await mgi('--json')).out) as { id: string; sentences: unknown[]; faults: unknown[] }[]
  expect(list.filter(({ sentences, faults }) => sentences.length === 0 || faults.length === 0)).toEqual([])
})

test('an unknown requirement is misuse', async () => {
  const { id } = catalogue.requirements[0]!
  const { status, out, err } = await mgi(`${id.slice(0, -1)}_`)
  expect({ status, out }).toEqual({ status: 2, out: '' })
  expect(err).toContain(`did you mean "${id}"?`)
})
