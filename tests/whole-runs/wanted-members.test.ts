import { expect, test } from 'vitest'
import { certified } from '../../conformance/product/run/certify.ts'
import { startReferenceServer } from '../../reference-server/index.ts'

test('a target that wants one optional member breaks one sentence, and all else is judged with the member named', async () => {
  const server = await startReferenceServer({ faults: ['want:images.generate/model'] })
  const named: boolean[] = []
  try {
    const { rulings } = await certified({
      target: server.url,
      key: 'test-key',
      env: {},
      shrink: false,
      areas: ['images'],
      onExchange: ({ id, request }) => {
        if (id.startsWith('images.generate/violation/')) named.push(Buffer.from(request.body).includes('"model"'))
      },
    })
    const own = rulings.filter(({ operation }) => operation === 'images.generate')
    const failed = own.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement.id)
    expect(failed).toEqual(['images.generate-plain-request-accepted'])
    const passed = new Set(own.filter(({ verdict }) => verdict === 'pass').map(({ requirement }) => requirement.id))
    expect(passed).toContain('images.generate-n-accepted')
    expect(passed).toContain('images.generate-n-beyond-rejected')
    expect(named).toContain(true)
  } finally {
    await server.close()
  }
})
