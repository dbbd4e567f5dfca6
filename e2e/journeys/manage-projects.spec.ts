import { cast } from '../support/cast.ts'
import { makeProject } from '../support/projects.ts'
import { expect, test } from '../support/test.ts'

const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`

test('a manager adds a project, edits it, finds it and deletes it', async ({
  page,
  signInAs,
  consoleWatch,
}) => {
  // The name is already in use.
  consoleWatch.allow(/status of 409/, /A project with this name already exists/)
  const name = unique('Apollo')
  const token = await signInAs(page, cast.max)
  await page.goto('/admin/projects')
  await page.getByRole('button', { name: 'Add New Project' }).click()

  const adding = page.getByRole('dialog', { name: 'Add New Project' })
  await expect(adding.getByLabel('Project Name')).toBeFocused()
  await adding.getByRole('button', { name: 'Create' }).click()
  await expect(adding.getByText('Project name is required')).toBeVisible()
  await adding.getByLabel('Project Name').fill(name)
  await adding.getByLabel(cast.dina.name).check()
  await adding.getByLabel(cast.desi.name).check()
  await adding.getByRole('button', { name: 'Create' }).click()

  const created = page.getByText('Project created successfully!')
  await expect(created).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(`${cast.desi.name}, ${cast.dina.name}`)
  await expect(row.getByRole('cell').nth(2)).toHaveText('-')
  // The notice disappears after 3 seconds.
  await expect(created).toBeHidden()

  const other = await makeProject(page.request, new URL(page.url()).origin, token, { name: 'Taken' })
  // A user who focuses another field as soon as the dialog opens keeps that focus.
  const editing = page.getByRole('dialog', { name: 'Edit Project' })
  await row.getByRole('button', { name: `Edit ${name}` }).evaluate(async (button: HTMLElement) => {
    button.click()
    await Promise.resolve()
    document.querySelector<HTMLElement>('dialog textarea')?.focus()
    await new Promise(resolve => setTimeout(resolve, 100))
  })
  await expect(editing.getByLabel(/Description/)).toBeFocused()
  await editing.getByLabel('Project Name').fill(other.name.toUpperCase())
  await editing.getByLabel(/Description/).fill('To the moon')
  await editing.getByLabel(cast.desi.name).uncheck()
  await editing.getByRole('button', { name: 'Update' }).click()
  await expect(editing.getByText('A project with this name already exists')).toBeVisible()
  await expect(editing.getByLabel(/Description/)).toHaveValue('To the moon')
  await editing.getByLabel('Project Name').fill(name)
  await editing.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Project updated successfully!')).toBeVisible()
  await expect(row).toContainText('To the moon')
  await expect(row).not.toContainText(cast.desi.name)

  await page.getByLabel('Search projects').fill(name.slice(-8))
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row.getByRole('link', { name: `New task for ${name}` })).toHaveAttribute(
    'href',
    /^\/tasks\/new\?projectId=\d+$/,
  )

  await row.getByRole('button', { name: `Delete ${name}` }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm Delete' })
  await expect(confirm).toContainText(
    `Are you sure you want to delete the project "${name}"? This action cannot be undone.`,
  )
  await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(confirm).toBeHidden()
  await expect(row.getByRole('button', { name: `Delete ${name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Project "${name}" has been deleted.`)).toBeVisible()
  await expect(page.getByText(`No projects match “${name.slice(-8)}”.`)).toBeVisible()
})
