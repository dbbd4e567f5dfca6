import { expect, test } from 'vitest'
import { carryOver, planLines } from './plan-lines.ts'

test.each([
  ['', []],
  ['   \n\n', []],
  ['Finish the login page', ['Finish the login page']],
  ['- Login\n* Logout\n+ Register\n• Reset', ['Login', 'Logout', 'Register', 'Reset']],
  ['1. Login\n2) Logout\n10. Register', ['Login', 'Logout', 'Register']],
  ['- [ ] Login\n- [x] Logout\n[] Register\n* [X] Reset', ['Login', 'Logout', 'Register', 'Reset']],
  ['1. - [ ] Login', ['Login']],
  ['-[ ] Login\n☐ Logout\n☑️ Register\n✅ Reset', ['Login', 'Logout', 'Register', 'Reset']],
  ['•Login\n(1) Logout\n2)Register\n3.) Reset', ['Login', 'Logout', 'Register', 'Reset']],
  ['Login; logout; register', ['Login; logout; register']],
  ['Login\r\nLogout\rRegister', ['Login', 'Logout', 'Register']],
  ['a\n-\n- b\n1.\nOK', ['OK']],
  ['1.5 hours of tests\n-5 degrees\n2026 budget', ['1.5 hours of tests', '-5 degrees', '2026 budget']],
  ['3.x upgrade\n(2026) budget\n🚀 Ship it', ['3.x upgrade', '(2026) budget', '🚀 Ship it']],
  ['○○さんに電話\n(12)3 servers\n○ Login', ['○○さんに電話', '(12)3 servers', 'Login']],
  ['Login\nlogin \n- LOGIN', ['Login']],
  ['😀\n😀😀', ['😀😀']],
])('%j is %j', (plan, lines) => {
  expect(planLines(plan)).toEqual(lines)
})

test('a plan has at most twenty lines', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `Line ${index}`)
  expect(planLines(lines.join('\n'))).toEqual(lines.slice(0, 20))
})

test.each([
  ['', ['Login', 'Logout'], 'Login\nLogout'],
  ['Register', ['Login'], 'Register\nLogin'],
  ['Register\n\n', ['Login'], 'Register\nLogin'],
  ['Register\n- login', ['Login', 'Logout'], 'Register\n- login\n- Logout'],
  ['- [x] Register', ['Login'], '- [x] Register\n- [ ] Login'],
  ['-[ ] Register', ['Login'], '-[ ] Register\n-[ ] Login'],
  ['☑️ Register', ['Login'], '☑️ Register\n☐ Login'],
  ['Login', ['Login'], 'Login'],
  ['Login\n', ['login'], 'Login\n'],
  ['', [], ''],
])('%j with %j carried over is %j', (plan, lines, result) => {
  expect(carryOver(plan, lines)).toBe(result)
})
