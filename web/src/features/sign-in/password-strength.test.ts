import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['five5', 'too short'],
  ['123456', 'weak'],
  ['password', 'weak'],
  ['Password123', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['abcdefghijklmnopqrstuvwxyz', 'weak'],
  ['abababababababababab', 'weak'],
  ['qwerty-qwerty', 'weak'],
  ['qwertyuiopasdfghjklzxcvbnm', 'weak'],
  ['passwordpassword', 'weak'],
  ['otter-otter-otter-otter', 'weak'],
  ['violet-otter', 'fair'],
  ['quiet-violet-otter', 'good'],
  ['correct horse battery staple', 'strong'],
] as const)('%s is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})

test("the user's own name and email count for nothing", () => {
  const own = ['Nadia Newcomer', 'nadia@example.com']
  expect(passwordStrength('nadia-newcomer-example')).toBe('strong')
  expect(passwordStrength('nadia-newcomer-example', own)).toBe('weak')
})
