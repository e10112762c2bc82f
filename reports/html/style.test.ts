import { describe, expect, test } from 'vitest'
import { style } from './assets.ts'

const schemes = { light: style.slice(0, style.indexOf('@media')), dark: style.slice(style.indexOf('@media')) }

function colour(css: string, name: string): string {
  return new RegExp(`--${name}: (#[0-9a-f]+)`).exec(css)![1]!
}

/** Returns the relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : hex.slice(1).match(/../g)!
  const [red, green, blue] = digits.map((pair) => {
    const value = Number.parseInt(pair, 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(a: string, b: string): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (lighter! + 0.05) / (darker! + 0.05)
}

describe.each(Object.entries(schemes))('the %s colour scheme', (_name, css) => {
  const inks = ['ink', 'quiet', 'link', 'pass', 'fail', 'warn', 'inconclusive', 'observed', 'skipped']
  const grounds = ['paper', 'panel']
  test.each(
    inks.flatMap((ink) => grounds.map((ground) => [ink, ground] as const)),
  )('has readable %s on %s', (ink, ground) => {
    expect(contrast(colour(css, ink), colour(css, ground))).toBeGreaterThanOrEqual(4.5)
  })
  test('has readable marked text', () => {
    expect(contrast(colour(css, 'ink'), colour(css, 'mark'))).toBeGreaterThanOrEqual(4.5)
  })
})
