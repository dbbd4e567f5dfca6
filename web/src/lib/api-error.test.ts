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

test.each([
  ['Token is not valid', 'token_invalid'],
  ['You have already submitted a report for this date', 'report_exists'],
  ['The selected project does not exist', 'project_missing'],
  ['Reports can only be edited on the same day they were created', 'edit_window_over'],
  ['Reports can only be edited within 3 days of creation.', 'edit_window_over'],
  ['Reports can only be edited within 14 days of creation.', 'edit_window_over'],
  ['You must be logged in as an admin to register new users', 'registration_closed'],
  ['Something else', undefined],
])('without a code, the specified message decides: %s', (sentence, code) => {
  expect(new ApiError(400, sentence).code).toBe(code)
  expect(new ApiError(400, sentence, {}, sentence, 'forbidden').code).toBe('forbidden')
})
