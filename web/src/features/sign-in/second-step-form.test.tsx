import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { fakeApi, personOf } from '../../../test/fake-api.ts'
import { renderApp } from '../../../test/render-app.tsx'

const texts = messages.secondStep
const failed = (code: string, msg: string, more: object = {}) => ({
  status: 401,
  body: { msg, error: msg, code, ...more },
})
const needed = failed('second_step_needed', texts.needed, {
  challenge: 'the-challenge',
  methods: ['totp', 'recovery_code'],
})

async function open(answers: Parameters<typeof fakeApi>[0]) {
  allowConsole(/401 Unauthorized/)
  const api = fakeApi({ 'POST /api/auth/login': needed, ...answers })
  renderApp('/login')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Email'), 'robin@example.com')
  await user.type(screen.getByLabelText('Password'), 'secret')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  const field = await screen.findByLabelText(texts.codeLabel)
  return { api, user, field }
}

const sent = 'POST /api/auth/second-step'

test('a pasted code is sent at its sixth digit; how many tries are left is said only when few are', async () => {
  const { api, user, field } = await open({
    [sent]: [
      failed('second_step_wrong', texts.wrong, { tries_left: 3 }),
      failed('second_step_wrong', texts.wrong, { tries_left: 2 }),
      failed('second_step_failed', texts.tooManyWrong),
    ],
  })
  await user.type(field, '12345')
  expect(api.named(sent)).toEqual([])
  await user.type(field, '6')
  expect(await screen.findByText(texts.wrong)).toBeVisible()
  await user.click(field)
  await user.paste('123 456')
  expect(await screen.findByText(`${texts.wrong} 2 tries left.`)).toBeVisible()
  expect(api.named(sent)[1]?.body).toEqual({ challenge: 'the-challenge', code: '123456' })
  await user.paste('123456')
  expect(await screen.findByText(texts.tooManyWrong)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Back to login' }))
  expect(await screen.findByLabelText('Email')).toBeVisible()
})

test('a recovery code is sent by the button, and signs in', async () => {
  const { api, user } = await open({
    [sent]: { status: 200, body: { token: 'the-token', user: personOf('developer') } },
  })
  await user.click(screen.getByRole('button', { name: texts.useRecoveryCode }))
  expect(screen.getByLabelText(texts.recoveryLabel)).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.getByText(texts.codeRequired)).toBeVisible()
  await user.type(screen.getByLabelText(texts.recoveryLabel), 'ab2c-d3ef-gh4j-k5mn')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await expect.poll(() => localStorage.getItem('token')).toBe('the-token')
  expect(api.named(sent)[0]?.body).toEqual({
    challenge: 'the-challenge',
    recovery_code: 'ab2c-d3ef-gh4j-k5mn',
  })
})
