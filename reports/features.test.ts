import { describe, expect, test } from 'vitest'
import type { FeatureResult, FeatureState, Report } from '../conformance/core/model/report.ts'
import { examples } from './examples.fixture.ts'
import { brokenByCause, causesOfFeature, featuresInWords, featureText } from './features.ts'
import { renderers } from './index.ts'

function feature(name: string, state: FeatureState, more: Partial<FeatureResult> = {}): FeatureResult {
  return { id: name.toLowerCase(), name, area: 'messages', state, tested: 4, failed: 0, warned: 0, ...more }
}

const behind = examples.unfaithful()
const [inFront] = examples.nonconforming().causes

describe('words for features', () => {
  test('name each area once', () => {
    const list = [feature('Text', 'works', { area: 'content-generation' }), feature('Tools', 'works')]
    expect(featuresInWords([...list, feature('Streaming', 'works')])).toBe(
      'Text (content-generation); Tools, Streaming (messages)',
    )
  })

  test('count those that there is no room for', () => {
    const list = ['One', 'Two', 'Three'].map((name) => feature(name, 'broken'))
    expect(featuresInWords(list, 2)).toBe('One, Two (messages); and 1 more')
  })
})

describe('the causes of a feature', () => {
  const both: Report = { ...behind, causes: [inFront!, ...behind.causes] }

  test('are the first one, and the first one behind the gateway', () => {
    const broken = feature('Streaming', 'broken', { causes: both.causes.map(({ id }) => id) })
    expect(causesOfFeature(broken, both).map(({ cause, isBehind }) => [cause.id, isBehind])).toEqual([
      [inFront!.id, false],
      ['upstream-errors-messages', true],
    ])
  })

  test('are those of an operation that serves nothing if there is no failure of its own', () => {
    const operation = inFront!.requirements[0]!.operation
    const cause = { ...inFront!, requirements: [{ requirement: 'messages.one', operation }] }
    const denied = { endpoint: operation, requests: 4, billed: { calls: 0, images: 0 }, receptions: { failed: 4 } }
    const unserved: Report = { ...both, causes: [cause], traffic: [denied] }
    const served: Report = { ...unserved, traffic: [{ ...denied, receptions: { accepted: 1, failed: 3 } }] }
    const broken = feature('Tools', 'broken')
    expect(causesOfFeature(broken, unserved).map((one) => one.cause.id)).toEqual([cause.id])
    expect(featureText({ ...broken, failed: 1, causes: [cause.id] }, unserved)).toBe('✗ broken (nothing served)')
    expect(causesOfFeature(broken, served)).toEqual([])
    expect(featureText({ ...broken, failed: 1, causes: [cause.id] }, served)).toBe('✗ broken (1 of 4 failed)')
  })

  test('group the broken features, and leave out the others', () => {
    const features = [
      feature('Text', 'works', { causes: [inFront!.id] }),
      feature('Streaming', 'broken', { causes: [inFront!.id] }),
      feature('Tools', 'broken', { causes: [inFront!.id] }),
      feature('Counts', 'broken'),
    ]
    const groups = brokenByCause({ ...both, features })
    expect(groups.map(({ cause, features: own }) => [cause?.id, own.map(({ name }) => name)])).toEqual([
      [inFront!.id, ['Streaming', 'Tools']],
      [undefined, ['Counts']],
    ])
  })
})

test('what is lost behind the gateway is linked in HTML, and named in Markdown', () => {
  expect(renderers.html(behind)).toMatch(
    /<a href="#cause-upstream-errors-messages" title="[^"]+">✗ broken \(1 of 4 failed\)<\/a> <a href="#cause-upstream-errors-messages" title="[^"]+">behind the gateway<\/a>/,
  )
  expect(renderers.html(behind)).toContain('id="cause-upstream-errors-messages"')
  expect(renderers.markdown(behind)).toContain(
    '- **✗** Streaming \\(messages\\): Behind the gateway: a failure of the upstream becomes a success',
  )
})

test('marks that are not clear from their words are explained, once', () => {
  for (const format of ['html', 'markdown', 'text'] as const) {
    const told = renderers[format](examples.nonconforming()).replaceAll(/<[^>]+>|\\/g, '')
    expect(told.replaceAll(/\s+/g, ' ').split('something in exchanges that use it failed').length, format).toBe(2)
    expect(renderers[format](examples.conforming()), format).not.toContain('something in exchanges')
  }
})

test('the title of a badge names the broken features, the first five of them', () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
  const features = names.map((name) => feature(name, 'broken'))
  const title = /<title>(.*)<\/title>/.exec(renderers.badge({ ...examples.nonconforming(), features }))?.[1]
  expect(title).toContain(
    'nonconforming (2 failed, 1 known failure, limited); broken: A, B, C, D, E (messages); and 2 more; ',
  )
  expect(renderers.badge(examples.conforming())).not.toContain('broken')
})
