import { expect, test } from 'vitest'
import { describeDevice } from './sign-ins.ts'

const mozilla = 'Mozilla/5.0'
const like = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${mozilla} (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0`, 'Firefox on Windows'],
  [`${mozilla} (X11; Linux x86_64) ${like} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${like} Chrome/140.0 Safari/537.36 Edg/140.0`,
    'Edge on Windows',
  ],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${like} Version/18.6 Safari/605.1.15`, 'Safari on macOS'],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${like} Version/18.6 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${like} CriOS/140.0 Mobile/15E148 Safari/604.1`,
    'Chrome on iPhone',
  ],
  [`${mozilla} (Linux; Android 15; Pixel 9) ${like} Chrome/140.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `${mozilla} (Linux; Android 15; SM-S928B) ${like} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    `${mozilla} (X11; CrOS x86_64 14541.0.0) ${like} Chrome/140.0 Safari/537.36 OPR/120.0`,
    'Opera on ChromeOS',
  ],
  ['Firefox/1', 'Firefox'],
  ['curl/8.5.0', null],
  [`${'x'.repeat(100_000)} Firefox/142.0 Windows`, null],
  ['', null],
  [undefined, null],
])('%s is %s', (userAgent, words) => {
  expect(describeDevice(userAgent)).toBe(words)
})
