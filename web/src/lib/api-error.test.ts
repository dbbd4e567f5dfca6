import { expect, test } from 'vitest'
import { ApiError, failureText } from './api-error.ts'

test.each([
  ['the server’s msg', new ApiError(400, 'No such project'), 'No such project'],
  ['else the error’s message', new Error('Something broke'), 'Something broke'],
  ['else the fallback, for an error without words', new Error(''), 'Login failed'],
  ['else the fallback, for what is no error', undefined, 'Login failed'],
])('a failure is shown as %s', (_what, error, text) => {
  expect(failureText(error, 'Login failed')).toBe(text)
})
