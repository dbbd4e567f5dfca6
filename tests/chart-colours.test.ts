import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../scripts/child.mjs'

const tokens = readFileSync(join(root, 'web/src/theme/_tokens.scss'), 'utf8')
const themeOf = (name: string) => tokens.split(`@mixin ${name}-tokens`)[1]?.split('\n}')[0] ?? ''

function colour(theme: string, name: string): [number, number, number] {
  const [, text = ''] = new RegExp(`--app-${name}: (#[0-9a-f]+);`).exec(themeOf(theme)) ?? []
  const digits = text.length === 4 ? [...text.slice(1)].map(digit => digit + digit).join('') : text.slice(1)
  if (digits.length !== 6) throw new Error(`--app-${name} isn't a colour of the ${theme} theme`)
  return [0, 2, 4].map(at => Number.parseInt(digits.slice(at, at + 2), 16)) as [number, number, number]
}

/** The contrast of two colours as WCAG defines it. */
function contrast(a: [number, number, number], b: [number, number, number]) {
  const luminance = (rgb: [number, number, number]) => {
    const [red = 0, green = 0, blue = 0] = rgb.map(part =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

const hues = [0, 1, 2, 3, 4, 5, 6, 7]

describe.each(['light', 'dark'])('in the %s theme', theme => {
  test('every hue, and the colour for all other parts, has a contrast of 3:1 with the card', () => {
    const card = colour(theme, 'card')
    for (const name of [...hues.map(hue => `chart-${hue}`), 'faint'])
      expect(contrast(colour(theme, name), card), name).toBeGreaterThanOrEqual(3)
  })

  test('no hue is red, and no two are the same', () => {
    const names = hues.map(hue => colour(theme, `chart-${hue}`))
    for (const [red, green, blue] of names)
      expect(red > 1.8 * green && red > 1.8 * blue, `${red} ${green} ${blue}`).toBe(false)
    expect(new Set(names.map(String)).size).toBe(hues.length)
  })
})
