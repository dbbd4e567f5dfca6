import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderAt } from '../../test/render-app.tsx'
import { Section } from './page.tsx'
import { Sections } from './sections.tsx'

const index = ['Fruit', 'Bread', 'Cheese'].map(title => ({ id: title.toLowerCase(), title }))

const page = (isLoading = false) => (
  <Sections index={index} isLoading={isLoading}>
    {index.map(section => (
      <Section key={section.id} {...section}>
        <input aria-label={`How much ${section.title}`} />
      </Section>
    ))}
  </Sections>
)

const links = () => within(screen.getByRole('navigation', { name: 'Sections of this page' }))
const heading = (name: string) => screen.getByRole('heading', { name })
const marked = () =>
  links()
    .getAllByRole('link')
    .filter(link => link.hasAttribute('aria-current'))
    .map(link => link.textContent)

test('each section has a link, which leads to its heading and marks it as the current one', async () => {
  renderAt('/somewhere', page())
  expect(marked()).toEqual(['Fruit'])
  await userEvent.click(links().getByRole('link', { name: 'Bread' }))
  expect(heading('Bread')).toHaveFocus()
  expect(marked()).toEqual(['Bread'])
  expect(window.location.hash).toBe('#bread')
  // The next Tab moves into the section.
  await userEvent.tab()
  expect(screen.getByRole('textbox', { name: 'How much Bread' })).toHaveFocus()
})

test('Back leads to the previous page, not through the sections', async () => {
  renderAt('/somewhere', page())
  const before = window.history.length
  for (const { title } of index) await userEvent.click(links().getByRole('link', { name: title }))
  expect(window.history.length).toBe(before)
})

test('a URL with the hash of a section scrolls to that section once the page has loaded', async () => {
  function LatePage() {
    const [isLoading, setIsLoading] = useState(true)
    return (
      <>
        <button type="button" onClick={() => setIsLoading(false)}>
          Answer
        </button>
        {page(isLoading)}
      </>
    )
  }
  renderAt('/somewhere#cheese', <LatePage />)
  expect(document.body).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Answer' }))
  expect(heading('Cheese')).toHaveFocus()
  expect(marked()).toEqual(['Cheese'])
})

test('a page without a known hash keeps its focus', () => {
  renderAt('/somewhere#wine', page())
  expect(document.body).toHaveFocus()
  expect(marked()).toEqual(['Fruit'])
})
