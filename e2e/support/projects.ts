import type { APIRequestContext, Page } from '@playwright/test'

type Named = { id: number; name: string }

/** Makes a project over the API, with a unique name because some tests make several. */
export async function makeProject(
  request: APIRequestContext,
  url: string,
  token: string,
  input: { name: string; developers?: number[] },
): Promise<Named> {
  const name = `${input.name} ${crypto.randomUUID().slice(0, 8)}`
  const reply = await request.post(`${url}/api/projects`, {
    headers: { 'x-auth-token': token },
    data: { ...input, name },
  })
  if (reply.status() !== 201) throw new Error(`${name} was not created: ${await reply.text()}`)
  return reply.json()
}

/** Opens the project's row in Manage Projects and returns its two panels. */
export async function openResources(page: Page, project: Named, url = '') {
  await page.goto(`${url}/admin/projects`)
  await page.getByRole('button', { name: `Resources for ${project.name}` }).click()
  return panelsOf(page, project)
}

export function panelsOf(page: Page, { name }: Named) {
  return {
    files: page.getByRole('region', { name: `Files for ${name}` }),
    urls: page.getByRole('region', { name: `URLs for ${name}` }),
  }
}
