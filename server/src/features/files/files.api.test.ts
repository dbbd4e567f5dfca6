import { connect as connectSocket } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { messages } from '#shared/messages.ts'
import { boundary, multipart } from '../../../test/multipart.ts'
import { expectRefusal, type Person, type Reply, startTestApp } from '../../../test/start-test-app.ts'
import { sweepStorage } from './files.service.ts'

const { app, as, call, cast, ctx, db, files, make, signIn } = await startTestApp({
  settings: { MAX_UPLOAD_MB: '1' },
})
const project = await make.project()
const list = `/api/projects/${project.id}/files`
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }

const stored = async () => (await files.names()).sort()
const { unfinished } = files

async function send(who: Person, payload: Buffer, url = list): Promise<Reply> {
  return call({
    method: 'POST',
    url,
    payload,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'x-auth-token': await signIn(who),
    },
  })
}
const upload = (who: Person, filename: string, content: string | Buffer = 'content', type?: string) =>
  send(who, multipart([{ filename, content, ...(type && { type }) }]))
const uploaded = async (filename: string, content?: string | Buffer, type?: string): Promise<number> => {
  const reply = await upload(cast.dina, filename, content, type)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id
}
const open = async (action: 'download' | 'preview', id: number, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: `/api/files/${id}/${action}`,
    payload: new URLSearchParams({ token: await signIn(cast.omar), preview: 'true' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

describe('uploading refuses', () => {
  test('requests without a token', async () => {
    const reply = await call({
      method: 'POST',
      url: list,
      payload: multipart([{ filename: 'a', content: 'b' }]),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    expectRefusal(reply, 401, 'No token, authorization denied')
  })

  test('a project that doesn’t exist', async () => {
    expect(
      (await send(cast.dina, multipart([{ filename: 'a', content: 'b' }]), '/api/projects/999999/files'))
        .status,
    ).toBe(404)
  })

  test('what is not multipart: 415', async () => {
    const text = {
      method: 'POST',
      url: list,
      payload: 'x',
      headers: { 'content-type': 'text/plain', 'x-auth-token': await signIn(cast.dina) },
    } as const
    expectRefusal(await call(text), 415, messages.files.onlyMultipart)
    // The body is checked before the project is looked up.
    expectRefusal(
      await as(cast.dina).post('/api/projects/999999/files', { file: 'x' }),
      415,
      messages.files.onlyMultipart,
    )
    expectRefusal(await as(cast.dina).post(list, { file: 'x' }), 415, messages.files.onlyMultipart)
  })

  test('an empty file, another field, a field without a file, nothing: 400', async () => {
    expectRefusal(await upload(cast.dina, 'empty.txt', ''), 400, messages.files.empty, {
      projectFile: messages.files.empty,
    })
    for (const parts of [
      [{ name: 'other', filename: 'a.txt', content: 'x' }],
      [{ content: 'no file' }],
      [{ filename: '..', content: 'x' }],
      [],
    ]) {
      expectRefusal(await send(cast.dina, multipart(parts)), 400, messages.files.missing, {
        projectFile: messages.files.missing,
      })
    }
  })

  test('a file above MAX_UPLOAD_MB: 413, and nothing of it is left', async () => {
    const before = await stored()
    expectRefusal(
      await upload(cast.dina, 'big.bin', Buffer.alloc(1024 * 1024 + 1)),
      413,
      messages.files.tooLarge(1),
    )
    expect(await stored()).toEqual(before)
    expect(await unfinished()).toEqual([])
    expect((await upload(cast.dina, 'fits.bin', Buffer.alloc(1024 * 1024))).status).toBe(201)
  })

  test('more than 500 files of a project, also when several arrive at once, and nothing of them is left', async () => {
    const { id } = await make.project()
    const full = `/api/projects/${id}/files`
    const row = { project_id: id, file_name: 'a.txt', file_size: 1, user_id: cast.dina.id }
    const rows = Array.from({ length: 498 }, (_, index) => ({
      ...row,
      storage_name: `full-${index}`,
      created_at: '2026-03-10T09:00:00.000Z',
    }))
    await db.insertInto('project_files').values(rows).execute()
    const before = await stored()
    const more = () => send(cast.dina, multipart([{ filename: 'a.txt', content: 'x' }]), full)
    const replies = await Promise.all(Array.from({ length: 5 }, more))
    expect(replies.map(reply => reply.status).sort()).toEqual([201, 201, 400, 400, 400])
    const write = vi.spyOn(ctx.storage, 'write')
    expectRefusal(await more(), 400, 'A project can have at most 500 files.')
    expect(write).not.toHaveBeenCalled()
    write.mockRestore()
    expect((await stored()).length).toBe(before.length + 2)
    expect(await unfinished()).toEqual([])
    expect((await as(cast.omar).get(full)).body).toHaveLength(500)
    // Later tests expect every row to have a file in the store.
    await db.deleteFrom('project_files').where('storage_name', 'like', 'full-%').execute()
  })

  test('bombs of parts, fields and headers', async () => {
    const before = await stored()
    const fields = Array.from({ length: 50 }, (_, index) => ({ name: `field-${index}`, content: 'x' }))
    expect((await send(cast.dina, multipart([...fields, { filename: 'a.txt', content: 'x' }]))).status).toBe(
      413,
    )
    const longField = [
      { name: 'note', content: 'x'.repeat(100_000) },
      { filename: 'a.txt', content: 'x' },
    ]
    expect([201, 413]).toContain((await send(cast.dina, multipart(longField))).status)
    expect((await stored()).length - before.length).toBeLessThanOrEqual(1)
  })

  test.each([
    '',
    '--',
    `--${boundary}`,
    `--${boundary}\r\n\r\n`,
    multipart([{ filename: 'a.txt', content: 'x'.repeat(2000) }]).subarray(0, 900),
  ])('broken multipart (%#): 400, and nothing is left', async payload => {
    const before = await stored()
    expect((await send(cast.dina, Buffer.from(payload))).status).toBe(400)
    expect(await stored()).toEqual(before)
    expect(await unfinished()).toEqual([])
  })

  test('a boundary that is too long: 400', async () => {
    const reply = await call({
      method: 'POST',
      url: list,
      payload: 'x',
      headers: {
        'x-auth-token': await signIn(cast.dina),
        'content-type': `multipart/form-data; boundary=${'b'.repeat(1024)}`,
      },
    })
    expectRefusal(reply, 400, messages.general.badRequest)
  })

  test('an upload that is cut at any moment leaves neither file nor row', async () => {
    const before = await stored()
    const rows = (await as(cast.dina).get(list)).body.length
    const token = await signIn(cast.dina)
    const body = multipart([{ filename: 'cut.bin', content: Buffer.alloc(300_000, 1) }])
    const head = `POST ${list} HTTP/1.1\r\nHost: x\r\nx-auth-token: ${token}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${body.length}\r\n\r\n`
    for (const length of [0, 10, 150, 5000, 100_000, 250_000, body.length - 1]) {
      await new Promise<void>((resolve, reject) => {
        const socket = connectSocket(port, '127.0.0.1')
        socket.on('error', reject)
        socket.on('close', () => resolve())
        socket.write(head)
        socket.write(body.subarray(0, length), () => setTimeout(() => socket.destroy(), 30))
      })
    }
    await expect.poll(unfinished).toEqual([])
    expect(await stored()).toEqual(before)
    expect((await as(cast.dina).get(list)).body).toHaveLength(rows)
  })

  test('a wrong Content-Length', async () => {
    const before = await stored()
    const token = await signIn(cast.dina)
    const body = multipart([{ filename: 'short.txt', content: 'x'.repeat(5000) }])
    const reply = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connectSocket(port, '127.0.0.1')
      socket.on('error', reject)
      socket.on('data', chunk => {
        text += chunk
      })
      socket.on('close', () => resolve(text))
      socket.write(
        `POST ${list} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nx-auth-token: ${token}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: 1000\r\n\r\n`,
      )
      socket.write(body)
    })
    expect(reply).toMatch(/^HTTP\/1\.1 400 /)
    expect(await stored()).toEqual(before)
  })
})

describe('an upload', () => {
  test('answers with the file, lists it for every user, and keeps no name of the user’s on disk', async () => {
    const reply = await upload(cast.mark, 'Übersicht – Q1 📊.pdf', '%PDF-1.4', 'text/html')
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      id: expect.any(Number),
      file_name: 'Übersicht – Q1 📊.pdf',
      file_type: 'application/pdf',
      file_size: 8,
      pendingDeletion: false,
      uploaded_by: 'Mark Marketing',
      created_at: '2026-03-10T09:00:00.000Z',
    })
    expect((await as(cast.desi).get(list)).body[0]).toEqual(reply.body)
    expect((await as(cast.desi).get(`/api/files/${reply.body.id}/metadata`)).body).toEqual(reply.body)
    for (const name of await stored()) expect(name).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\\\temp\\\\plan.docx', 'plan.docx'],
    ['con\u0000fig', 'config'],
    ['a\tb\u202egnp.exe', 'abgnp.exe'],
    [`${'n'.repeat(300)}.pdf`, `${'n'.repeat(251)}.pdf`],
  ])('%# with an unsafe name gets a clean one', async (given, kept) => {
    expect((await upload(cast.dina, given)).body.file_name).toBe(kept)
  })

  test('ten concurrent uploads are ten files', async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => upload(cast.dina, `at-once-${index}.txt`)),
    )
    expect(new Set(replies.map(reply => reply.body.id)).size).toBe(10)
  })
})

describe('opening', () => {
  test('needs a token in the form or the header', async () => {
    const id = await uploaded('a.txt')
    for (const action of ['download', 'preview']) {
      const url = `/api/files/${id}/${action}`
      expectRefusal(await call({ method: 'POST', url }), 401, 'No token, authorization denied')
      for (const type of ['text/plain', 'application/json']) {
        const stranger = { method: 'POST', url, payload: '{', headers: { 'content-type': type } } as const
        expectRefusal(await call(stranger), 401, 'No token, authorization denied')
      }
      const bad = {
        method: 'POST',
        url,
        payload: 'token=bad',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      } as const
      expectRefusal(await call(bad), 401, 'Token is not valid')
      expect((await as(cast.mark).post(url)).status).toBe(200)
      expect((await call({ method: 'GET', url })).status).toBe(404)
    }
    expect((await as(cast.mark).post('/api/files/999999/download')).status).toBe(404)
    expect((await as(cast.mark).post('/api/files/x/preview')).status).toBe(404)
  })

  test('a download is always an attachment under its own name', async () => {
    const id = await uploaded('Übersicht "Q1";\\x.html', '<script>alert(1)</script>')
    const { body } = await as(cast.dina).get(`/api/files/${id}/metadata`)
    const reply = await open('download', id)
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toBe('<script>alert(1)</script>')
    expect(reply.headers['content-type']).toBe('application/octet-stream')
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename=/)
    expect(reply.headers['content-disposition']).toContain(
      `filename*=UTF-8''${encodeURIComponent(body.file_name)}`,
    )
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
    expect(reply.headers['content-security-policy']).toMatch(/^sandbox;/)
    expect(reply.headers['content-length']).toBe('25')
  })

  test.each([
    ['page.html', 'text/html; charset=utf-8'],
    ['page.HTM', 'text/html; charset=utf-8'],
    ['drawing.svg', 'image/svg+xml'],
    ['notes.txt', 'text/plain; charset=utf-8'],
    ['notes.md', 'text/plain; charset=utf-8'],
    ['table.csv', 'text/plain; charset=utf-8'],
    ['photo.jpg', 'image/jpeg'],
    ['photo.jpeg', 'image/jpeg'],
    ['photo.png', 'image/png'],
    ['photo.gif', 'image/gif'],
  ])('a preview of %s is inline %s, without scripts and without our origin', async (name, type) => {
    const id = await uploaded(name, '<script>alert(1)</script>', 'text/html')
    const { statusCode, headers } = await open('preview', id)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe(type)
    expect(headers['content-disposition']).toMatch(/^inline; /)
    expect(headers['x-content-type-options']).toBe('nosniff')
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^sandbox; default-src 'none';/)
    expect(policy).not.toMatch(/allow-|script-src|unsafe-eval/)
    expect(headers['cache-control']).toBe('no-store')
  })

  test('a preview of a PDF is forced to be one, under default-src none', async () => {
    const { headers } = await open(
      'preview',
      await uploaded('paper.pdf', '<script>alert(1)</script>', 'text/html'),
    )
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';/)
    expect(headers['content-disposition']).toMatch(/^inline; /)
  })

  test.each(['letter.docx', 'script.js', 'page.xhtml', 'noextension', 'a.html.exe'])(
    'a preview of %s is a download',
    async name => {
      const { headers } = await open('preview', await uploaded(name))
      expect(headers['content-disposition']).toMatch(/^attachment; /)
      expect(headers['content-type']).toBe('application/octet-stream')
    },
  )

  test('ranges', async () => {
    const id = await uploaded('digits.txt', '0123456789')
    const part = async (range: string) => {
      const { statusCode, body, headers } = await open('download', id, { range })
      return [statusCode, body, headers['content-range']]
    }
    expect(await part('bytes=2-4')).toEqual([206, '234', 'bytes 2-4/10'])
    expect(await part('bytes=7-')).toEqual([206, '789', 'bytes 7-9/10'])
    expect(await part('bytes=-3')).toEqual([206, '789', 'bytes 7-9/10'])
    expect(await part('bytes=5-99')).toEqual([206, '56789', 'bytes 5-9/10'])
    expect((await part('bytes=10-12'))[0]).toBe(416)
    expect((await part('bytes=4-2'))[0]).toBe(416)
    expect(await part('lines=1-2')).toEqual([200, '0123456789', undefined])
    expect(await part('bytes=0-1,3-4')).toEqual([200, '0123456789', undefined])
  })

  test('is not compressed, whatever the browser accepts', async () => {
    const id = await uploaded('long.txt', 'x'.repeat(5000))
    const reply = await open('preview', id, { 'accept-encoding': 'gzip, br' })
    expect(reply.headers['content-encoding']).toBeUndefined()
    expect(reply.headers['content-length']).toBe('5000')
  })
})

describe('two-step deletion', () => {
  const shown = async (id: number) =>
    (await as(cast.omar).get(list)).body.find((each: { id: number }) => each.id === id)

  test('staff may not delete, managers not restore', async () => {
    const id = await uploaded('mine.txt')
    for (const key of ['dina', 'desi', 'mark'] as const) {
      expectRefusal(await as(cast[key]).delete(`/api/files/${id}`), 403, messages.general.notAllowed)
      expectRefusal(await as(cast[key]).put(`/api/files/${id}/unblur`), 403, messages.general.notAllowed)
    }
    expectRefusal(await as(cast.max).put(`/api/files/${id}/unblur`), 403, messages.general.notAllowed)
  })

  test('a manager marks a file, which can still be opened; an admin restores and removes it', async () => {
    const id = await uploaded('story.txt')
    for (let time = 0; time < 2; time++) {
      expect((await as(cast.max).delete(`/api/files/${id}`)).body).toEqual({
        msg: expect.any(String),
        blurred: true,
      })
      expect(await shown(id)).toMatchObject({ pendingDeletion: true })
    }
    expect((await open('download', id)).body).toBe('content')
    expect((await as(cast.ada).put(`/api/files/${id}/unblur`)).body).toMatchObject({
      id,
      pendingDeletion: false,
    })
    await as(cast.max).delete(`/api/files/${id}`)
    const before = (await stored()).length
    expect((await as(cast.ada).delete(`/api/files/${id}`)).body).toEqual({
      msg: expect.any(String),
      blurred: false,
    })
    expect(await stored()).toHaveLength(before - 1)
    expect(await shown(id)).toBeUndefined()
    expect((await as(cast.ada).delete(`/api/files/${id}`)).status).toBe(404)
    expect((await open('download', id)).statusCode).toBe(404)
  })

  test('a deleted project’s files are removed from the disk', async () => {
    const other = await make.project()
    const before = await stored()
    const { body } = await send(
      cast.dina,
      multipart([{ filename: 'a.txt', content: 'x' }]),
      `/api/projects/${other.id}/files`,
    )
    await as(cast.ada).delete(`/api/projects/${other.id}`)
    expect(await stored()).toEqual(before)
    expect((await open('download', body.id)).statusCode).toBe(404)
    expect((await as(cast.dina).get(`/api/projects/${other.id}/files`)).status).toBe(404)
  })
})

test('the sweep at start removes files without a row, and no others', async () => {
  const id = await uploaded('kept.txt')
  const before = await stored()
  await files.leaveBehind()
  const settled = { ...ctx, storage: await files.open(0) }
  let removed = 0
  const sweepAgain = async () => {
    removed += await sweepStorage(settled)
    return removed
  }
  // Some stores report ages in whole seconds.
  await expect.poll(sweepAgain).toBe(2)
  expect(await unfinished()).toEqual([])
  expect(await stored()).toEqual(before)
  expect((await open('download', id)).body).toBe('content')
  expect(await sweepStorage(settled)).toBe(0)
})
