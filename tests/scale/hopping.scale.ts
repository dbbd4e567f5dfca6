import { expect, test } from 'vitest'
import { admin, StartError } from '../faults/support/app-process.ts'
import { makeTeam, reportFor, today } from '../faults/support/team.ts'
import { hashOf, upload } from '../faults/support/uploads.ts'
import { type Cluster, startCluster } from './support/cluster.ts'

const noAdmin = { ADMIN_NAME: '', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }
const statusOnEach = ({ instances }: Cluster, token: string, path = '/api/auth/me') =>
  Promise.all(instances.map(async instance => (await instance.call({ path, token })).status))

test('three instances act as one application for every request', async () => {
  const cluster = await startCluster(3, noAdmin)
  const { instances, call, expectCall, signIn } = cluster

  // The set-up link that one instance printed works on every other, once.
  const codes = await Promise.all(instances.map(instance => setupCodeOf(instance)))
  expect(new Set(codes).size).toBe(3)
  const setUp = (instance: (typeof instances)[number] | undefined, setup_code: string | undefined) =>
    instance?.call({ method: 'POST', path: '/api/auth/register', body: { ...admin, setup_code } })
  expect((await setUp(instances[1], `${codes[0]}x`))?.status).toBe(401)
  const signedIn = await setUp(instances[1], codes[0])
  expect(signedIn?.status).toBe(201)
  expect((await setUp(instances[2], codes[1]))?.status).toBe(401)
  expect(await statusOnEach(cluster, signedIn?.body.token)).toEqual([200, 200, 200])

  const team = await makeTeam(cluster.app, 3)
  const [dina, omar, desi] = team.members
  if (!dina || !omar || !desi) throw new Error('no team')

  // A sign-in is valid on all; its end, a new password and a deletion affect the next request on every instance.
  expect(await statusOnEach(cluster, dina.token)).toEqual([200, 200, 200])
  await instances[0]?.expectCall(200, { method: 'POST', path: '/api/auth/logout', token: dina.token })
  expect(await statusOnEach(cluster, dina.token)).toEqual([401, 401, 401])
  await instances[1]?.expectCall(200, {
    method: 'PUT',
    path: `/api/users/${omar.id}/password`,
    token: team.adminToken,
    body: { password: 'a-new-password' },
  })
  expect(await statusOnEach(cluster, omar.token)).toEqual([401, 401, 401])
  await instances[2]?.expectCall(200, {
    method: 'DELETE',
    path: `/api/users/${desi.id}`,
    token: team.adminToken,
  })
  expect(await statusOnEach(cluster, desi.token)).toEqual([401, 401, 401])

  // Many right passwords at once never lock a user out. Wrong passwords do, even if they are spread over the instances.
  const tokens = await Promise.all(Array.from({ length: 30 }, () => signIn(dina)))
  expect(new Set(tokens).size).toBe(30)
  const guess = (password: string, address: string) =>
    call({
      method: 'POST',
      path: '/api/auth/login',
      body: { email: dina.email, password },
      headers: { 'x-forwarded-for': address },
    })
  const guesses: number[] = []
  for (let count = 0; count < 12; count++) guesses.push((await guess('wrong', '203.0.113.7')).status)
  expect(guesses).toEqual([...Array(10).fill(401), 429, 429])
  for (let count = 0; count < 3; count++) expect((await guess(dina.password, '203.0.113.7')).status).toBe(429)
  expect((await guess(dina.password, '203.0.113.8')).status).toBe(200)

  // A user can submit only one report a day, even on all three instances at once.
  const token = tokens[0] ?? ''
  const submissions = await Promise.all(
    instances.map(instance =>
      instance.call({
        method: 'POST',
        path: '/api/reports',
        token,
        body: reportFor(team, today(), 'at once', 2),
      }),
    ),
  )
  expect(submissions.map(submission => submission.status).sort()).toEqual([201, 409, 409])

  // A file that one instance stored is served by the others, in full and in part, and a deletion applies to all.
  const content = Buffer.alloc(
    6 * 1024 * 1024,
    Buffer.from(Array.from({ length: 251 }, (_, at) => (at * 7) % 251)),
  )
  const project = team.projects[0] ?? 0
  const stored = await upload({ url: instances[0]?.url ?? '', token, project, name: 'plan.bin', content })
  expect(stored?.status).toBe(201)
  const { id } = JSON.parse(stored?.text ?? '')
  for (const { url } of instances) {
    const whole = await download(url, id, token)
    expect([whole.status, hashOf(whole.content)]).toEqual([200, hashOf(content)])
    const part = await download(url, id, token, 'bytes=5242870-5242889')
    expect([part.status, part.content]).toEqual([206, content.subarray(5_242_870, 5_242_890)])
  }
  await instances[2]?.expectCall(200, {
    method: 'DELETE',
    path: `/api/files/${id}`,
    token: team.adminToken,
  })
  for (const { url } of instances) expect((await download(url, id, token)).status).toBe(404)

  // An instance with another file store would lose files, so it prints an error and ends.
  await expect(
    cluster.startInstance({ S3_ENDPOINT: '', S3_BUCKET: '', S3_ACCESS_KEY: '', S3_SECRET_KEY: '' }),
  ).rejects.toThrow(/ended with 1:[\s\S]*not in the folder[\s\S]*adopt-files/)
  const { bucket } = await cluster.newBucket()
  await expect(cluster.startInstance({ S3_BUCKET: bucket })).rejects.toThrow(
    new RegExp(`not in the bucket ${bucket}`),
  )
  await expect(cluster.startInstance({ S3_BUCKET: 'nobody-made-this' })).rejects.toThrow(/S3_BUCKET: /)
  await expect(cluster.startInstance({ S3_SECRET_KEY: 'wrong' })).rejects.toThrow(StartError)
  await expectCall(200, { path: '/healthz' })
})

async function setupCodeOf(instance: { output(): string }): Promise<string> {
  const codeIn = () => /\/setup\?code=(\S+)/.exec(instance.output())?.[1] ?? ''
  await expect.poll(codeIn).not.toBe('')
  return codeIn()
}

async function download(url: string, id: number, token: string, range?: string) {
  const reply = await fetch(`${url}/api/files/${id}/download`, {
    method: 'POST',
    headers: { 'x-auth-token': token, ...(range && { range }) },
  })
  return { status: reply.status, content: Buffer.from(await reply.arrayBuffer()) }
}
