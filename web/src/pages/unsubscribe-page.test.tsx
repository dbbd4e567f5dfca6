import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { renderApp } from '../../test/render-app.tsx'

const code = '7.comment.abc'
const call = `POST /api/unsubscribe?code=${code}`
const turnOff = () => screen.findByRole('button', { name: 'Turn off these emails' })

test('a guest sees what the link turns off, and nothing happens before the button is pressed', async () => {
  const done = messages.notifications.mail.turnedOff('comment')
  const api = fakeApi({ [call]: { status: 200, body: { msg: done } } })
  const { here } = renderApp(`/unsubscribe?code=${code}`)
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
    'Turn off emails about comments on your reports',
  )
  expect(api.calls).toEqual([])
  await userEvent.setup().click(await turnOff())
  expect(await screen.findByText(done)).toHaveTextContent('turn them on again in Your account')
  expect(screen.queryByRole('button', { name: /^Turn/ })).toBeNull()
  expect(api.named(call)).toHaveLength(1)
  expect(here()).toBe(`/unsubscribe?code=${code}`)
})

test('a signed-in user can use the link too', async () => {
  localStorage.setItem('token', makeToken())
  fakeApi({
    'GET /api/auth/me': { status: 200, body: personOf('developer') },
    'POST /api/unsubscribe?code=7.daily.abc': {
      status: 200,
      body: { msg: messages.notifications.mail.turnedOff('daily') },
    },
  })
  renderApp('/unsubscribe?code=7.daily.abc')
  await userEvent.setup().click(await turnOff())
  expect(await screen.findByText(messages.notifications.mail.turnedOff('daily'))).toBeVisible()
})

test.each(['', 'x', '7.nothing.abc'])('the code %j turns off nothing', async wrong => {
  const api = fakeApi({})
  renderApp(`/unsubscribe?code=${wrong}`)
  expect(await screen.findByText(messages.notifications.unsubscribeInvalid)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Turn/ })).toBeNull()
  expect(api.calls).toEqual([])
})

test('a refused code shows an error, and a failure can be retried', async () => {
  allowConsole(/Broken/, /^No$/)
  fakeApi({
    [call]: [
      refusal(500, 'Broken'),
      { status: 404, body: { msg: 'No', error: 'No', code: 'unsubscribe_invalid' } },
    ],
  })
  renderApp(`/unsubscribe?code=${code}`)
  const user = userEvent.setup()
  await user.click(await turnOff())
  expect(await screen.findByRole('alert')).toHaveTextContent('Broken')
  await user.click(await turnOff())
  expect(await screen.findByText(messages.notifications.unsubscribeInvalid)).toBeVisible()
})
