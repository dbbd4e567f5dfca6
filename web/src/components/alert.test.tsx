import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Alert } from './alert.tsx'

test('an error is an alert and takes the focus', () => {
  render(<Alert variant="danger">It did not work</Alert>)
  expect(screen.getByRole('alert')).toHaveTextContent('It did not work')
  expect(screen.getByRole('alert')).toHaveFocus()
})

test('an error leaves the focus to the field that is wrong, when told to', () => {
  render(
    <Alert variant="danger" takesFocus={false}>
      It did not work
    </Alert>,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('It did not work')
  expect(document.body).toHaveFocus()
})

test.each(['success', 'info', 'warning'] as const)(
  '%s is announced politely and leaves the focus',
  variant => {
    render(<Alert variant={variant}>Good to know</Alert>)
    expect(screen.getByRole('status')).toHaveTextContent('Good to know')
    expect(document.body).toHaveFocus()
  },
)

test('a warning takes the focus, when told to', () => {
  render(
    <Alert variant="warning" takesFocus>
      Two are left out
    </Alert>,
  )
  expect(screen.getByRole('status')).toHaveFocus()
})

test('it can be dismissed where that is offered', async () => {
  const dismiss = vi.fn()
  render(
    <Alert variant="info" onDismiss={dismiss}>
      Good to know
    </Alert>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(dismiss).toHaveBeenCalledOnce()
})

test('a success is scrolled into view, also from far down in a list', () => {
  const scrolled = vi.fn()
  Object.assign(HTMLElement.prototype, { scrollIntoView: scrolled })
  render(<Alert variant="success">Saved</Alert>)
  expect(scrolled.mock.contexts).toEqual([screen.getByRole('status')])
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView')
})
