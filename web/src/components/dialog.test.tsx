import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Confirm, Dialog } from './dialog.tsx'

function Opener({ onConfirm = () => {} }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Delete
      </button>
      {isOpen && (
        <Confirm
          title="Confirm Delete"
          confirmLabel="Yes, Delete"
          onConfirm={onConfirm}
          onCancel={() => setIsOpen(false)}
        >
          Are you sure?
        </Confirm>
      )}
    </>
  )
}

async function open(onConfirm?: () => void) {
  const user = userEvent.setup()
  render(<Opener onConfirm={onConfirm} />)
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  return user
}

test('it is a named modal dialog with the focus on Cancel', async () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
  await open()
  expect(showModal).toHaveBeenCalledOnce()
  expect(screen.getByRole('dialog', { name: 'Confirm Delete' })).toHaveTextContent('Are you sure?')
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
})

test('Cancel closes it and the focus returns to where it was', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus()
})

// The browser turns Escape into a cancel event.
test('Escape closes it and the focus returns to where it was', async () => {
  await open()
  const event = new Event('cancel', { cancelable: true })
  fireEvent(screen.getByRole('dialog'), event)
  expect(event.defaultPrevented).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus()
})

test('the confirm button confirms', async () => {
  const confirm = vi.fn()
  const user = await open(confirm)
  await user.click(screen.getByRole('button', { name: 'Yes, Delete' }))
  expect(confirm).toHaveBeenCalledOnce()
})

describe('while busy', () => {
  function openBusy() {
    const cancel = vi.fn()
    render(
      <Confirm
        title="Delete"
        confirmLabel="Delete"
        busyLabel="Deleting..."
        busy
        onConfirm={() => {}}
        onCancel={cancel}
      >
        Sure?
      </Confirm>,
    )
    return cancel
  }

  test('it shows that it is busy and cannot be confirmed again', () => {
    openBusy()
    expect(screen.getByRole('button', { name: 'Deleting...' })).toBeDisabled()
  })

  test('Cancel, Close and Escape do nothing', () => {
    const cancel = openBusy()
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Close' })).toBeDisabled()
    const event = new Event('cancel', { cancelable: true })
    fireEvent(screen.getByRole('dialog'), event)
    expect(event.defaultPrevented).toBe(true)
    expect(cancel).not.toHaveBeenCalled()
  })

  test('a second Escape, which a browser does not ask about, opens it again', () => {
    const cancel = openBusy()
    const dialog = screen.getByRole<HTMLDialogElement>('dialog')
    dialog.close()
    fireEvent(dialog, new Event('close'))
    expect(dialog.open).toBe(true)
    expect(cancel).not.toHaveBeenCalled()
  })
})

test('a click beside a menu closes it, a click beside a form does not', async () => {
  const closeMenu = vi.fn()
  const closeForm = vi.fn()
  render(
    <>
      <Dialog title="Menu" closeOnBackdrop onClose={closeMenu}>
        <p>inside</p>
      </Dialog>
      <Dialog title="Form" onClose={closeForm}>
        typed text
      </Dialog>
    </>,
  )
  await userEvent.click(screen.getByText('inside'))
  expect(closeMenu).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('dialog', { name: 'Menu' }))
  expect(closeMenu).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('dialog', { name: 'Form' }))
  expect(closeForm).not.toHaveBeenCalled()
})
