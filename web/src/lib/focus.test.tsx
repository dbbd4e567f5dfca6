import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, Suspense, useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { allowConsole } from '../../test/console-watch.ts'
import { Alert } from '../components/alert.tsx'
import { Dialog } from '../components/dialog.tsx'
import { TextField } from '../components/fields.tsx'
import { FormShell } from '../components/form.tsx'
import { ApiError } from './api-error.ts'
import { firstFocus, keepFocus, useFocusOnce } from './focus.ts'
import { fieldOf, useForm, useSubmit } from './forms.ts'

const field = (name: string) => screen.getByLabelText(name)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** Renders the children in a Suspense boundary; the returned functions hide them and show them again. */
function renderHideable(children: ReactNode) {
  let until: Promise<void> | null = null
  let renderAgain = () => {}
  function Waiting() {
    const [, setCount] = useState(0)
    renderAgain = () => setCount(count => count + 1)
    // `lazy` also throws a promise while its part is being loaded.
    if (until) throw until
    return null
  }
  render(
    <Suspense fallback="Loading">
      {children}
      <Waiting />
    </Suspense>,
  )
  return async function hideAndShow() {
    const { promise, resolve } = Promise.withResolvers<void>()
    until = promise
    await act(async () => renderAgain())
    expect(screen.getByText('Loading')).toBeVisible()
    until = null
    await act(async () => resolve())
    expect(screen.queryByText('Loading')).toBeNull()
  }
}

function Name() {
  const name = useFocusOnce<HTMLInputElement>()
  return (
    <>
      <TextField label="Name" ref={name} />
      <TextField label="Description" />
    </>
  )
}

/** A form whose server refuses the name once `refuse` resolves. */
function Form({ refuse }: { refuse: Promise<void> }) {
  const form = useForm({ defaultValues: { name: '', note: '' } })
  const submission = useSubmit(form, {
    async send() {
      await refuse
      throw new ApiError(409, 'Taken', { name: 'Taken' })
    },
    failure: () => undefined,
  })
  return (
    <FormShell submission={submission} submitLabel="Save" busyLabel="Saving...">
      <TextField label="Name" {...fieldOf(form, 'name')} />
      <TextField label="Note" {...fieldOf(form, 'note')} />
    </FormShell>
  )
}

describe('content that Suspense has hidden and shown again', () => {
  test('a dialog does not move the focus', async () => {
    // user-event wraps every change of the focus in an `act` of its own, also those while React hides the dialog.
    allowConsole(/A component suspended inside an `act` scope/)
    const hideAndShow = renderHideable(
      <Dialog title="Project" onClose={() => {}}>
        <TextField label="Name" {...firstFocus} />
        <TextField label="Description" />
      </Dialog>,
    )
    expect(field('Name')).toHaveFocus()
    await userEvent.type(field('Description'), 'To the')
    await hideAndShow()
    expect(field('Description')).toHaveFocus()
    await userEvent.keyboard(' moon')
    expect(field('Description')).toHaveValue('To the moon')
  })

  test('a first field doesn’t take the focus a second time', async () => {
    const hideAndShow = renderHideable(<Name />)
    expect(field('Name')).toHaveFocus()
    field('Description').focus()
    await hideAndShow()
    expect(field('Name')).not.toHaveFocus()
  })

  test('an alert doesn’t take the focus a second time', async () => {
    const hideAndShow = renderHideable(
      <>
        <Alert variant="danger">It did not work</Alert>
        <TextField label="Name" />
      </>,
    )
    expect(screen.getByRole('alert')).toHaveFocus()
    field('Name').focus()
    await hideAndShow()
    expect(screen.getByRole('alert')).not.toHaveFocus()
  })

  test('a refused form doesn’t focus its field a second time', async () => {
    const hideAndShow = renderHideable(<Form refuse={Promise.resolve()} />)
    await press('Save')
    expect(field('Name')).toHaveFocus()
    field('Note').focus()
    await hideAndShow()
    expect(field('Name')).not.toHaveFocus()
  })
})

describe('a late result', () => {
  let fail = () => {}
  function Page() {
    const [hasFailed, setHasFailed] = useState(false)
    fail = () => setHasFailed(true)
    return (
      <>
        <button type="button">Save</button>
        <TextField label="Search" />
        {hasFailed && <Alert variant="danger">It did not work</Alert>}
      </>
    )
  }

  test('takes the focus from the button that was pressed for it', async () => {
    render(<Page />)
    await userEvent.type(field('Search'), 'before')
    await press('Save')
    act(fail)
    expect(screen.getByRole('alert')).toHaveFocus()
  })

  test.each<[string, (user: ReturnType<typeof userEvent.setup>) => Promise<void>]>([
    ['types in a field', user => user.type(field('Search'), 'Apollo')],
    ['goes to a field', user => user.click(field('Search'))],
    ['moves on by keyboard', user => user.tab()],
  ])('does not take the focus from a user who %s', async (_what, move) => {
    const user = userEvent.setup()
    render(<Page />)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await move(user)
    act(fail)
    const place = document.activeElement
    expect(screen.getByRole('alert')).not.toHaveFocus()
    expect(place).toHaveFocus()
  })

  test('a refusal focuses its field, unless the user is in another field by then', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    render(<Form refuse={promise} />)
    await press('Save')
    await userEvent.type(field('Note'), 'Meanwhile')
    await act(async () => resolve())
    expect(await screen.findByText('Taken')).toBeVisible()
    expect(field('Note')).toHaveFocus()
  })
})

describe('an element that is removed after the action', () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance', 'setTimeout', 'clearTimeout'],
    })
  })
  afterEach(() => vi.useRealTimers())

  function openPage() {
    document.body.innerHTML = '<main tabindex="-1"></main><button type="button">Delete</button>'
    const [main, button] = [...document.body.children] as [HTMLElement, HTMLElement]
    button.focus()
    keepFocus(main)
    return { main, button }
  }

  test('passes the focus to the fallback, also some seconds later', () => {
    const { main, button } = openPage()
    vi.advanceTimersByTime(3000)
    expect(button).toBe(document.activeElement)
    button.remove()
    vi.advanceTimersByTime(100)
    expect(document.activeElement).toBe(main)
  })

  test('leaves the focus on the page if the user has clicked on an empty area', () => {
    const { button } = openPage()
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    button.blur()
    vi.advanceTimersByTime(1000)
    expect(document.activeElement).toBe(document.body)
  })
})
