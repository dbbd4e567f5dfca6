import { expect, test } from 'vitest'
import type { ProjectFile } from '#shared/contract/files.ts'
import { limitManagers } from '../../../test/limited-manager.ts'
import { fileUpload } from '../../../test/multipart.ts'
import { type Person, startTestApp } from '../../../test/start-test-app.ts'

const testApp = await startTestApp()
const { as, call, cast, make, newToken } = testApp
const { lead, member, stranger, setScope } = await limitManagers(testApp)
const project = await make.project()

async function upload(person: Person): Promise<ProjectFile> {
  const { payload, headers } = fileUpload(`of-${person.id}.txt`, 'Text')
  const reply = await call({
    method: 'POST',
    url: `/api/projects/${project.id}/files`,
    payload,
    headers: { ...headers, 'x-auth-token': await newToken(person) },
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}

test('a limited manager reads who uploaded a file only of people in sight', async () => {
  const files: [Person, ProjectFile][] = []
  for (const person of [stranger, member, lead]) files.push([person, await upload(person)])
  const namesFor = async (who: Person) => {
    const { body } = await as(who).get(`/api/projects/${project.id}/files`)
    const listed = new Map((body as ProjectFile[]).map(file => [file.id, file.uploaded_by]))
    return Promise.all(
      files.map(async ([, { id }]) => {
        const { uploaded_by } = (await as(who).get(`/api/files/${id}/metadata`)).body
        expect(listed.get(id)).toBe(uploaded_by)
        return uploaded_by
      }),
    )
  }
  const all = files.map(([{ name }]) => name)
  expect(await namesFor(lead)).toEqual(['', member.name, lead.name])
  for (const who of [cast.ada, stranger, cast.dina]) expect(await namesFor(who)).toEqual(all)
  // The file that they upload themselves is answered with their name.
  expect(files.at(-1)?.[1].uploaded_by).toBe(lead.name)
  await setScope('everyone')
  expect(await namesFor(lead)).toEqual(all)
})
