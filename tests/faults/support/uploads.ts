import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isOurName } from '../../../server/src/storage/storage.ts'
import { fileUpload } from '../../../server/test/multipart.ts'
import type { Place } from './verify.ts'
import { withDatabase } from './verify.ts'

type Upload = { url: string; token: string; project: number; name: string; content: Buffer }

/** Sends a file and ends the connection after `cutAfter` bytes of the body. Returns undefined without a response. */
export function upload(
  { url, token, project, name, content }: Upload,
  cutAfter = Number.POSITIVE_INFINITY,
): Promise<{ status: number; text: string } | undefined> {
  const { payload: body, headers } = fileUpload(name, content)
  return new Promise(resolve => {
    const outgoing = request(`${url}/api/projects/${project}/files`, {
      method: 'POST',
      agent: false,
      headers: {
        'x-auth-token': token,
        ...headers,
        'content-length': String(body.length),
      },
    })
    outgoing.on('response', answer => {
      let text = ''
      answer.on('data', chunk => {
        text += chunk
      })
      answer.on('error', () => resolve(undefined))
      answer.on('close', () =>
        resolve(answer.complete ? { status: answer.statusCode ?? 0, text } : undefined),
      )
    })
    outgoing.on('error', () => resolve(undefined))
    if (cutAfter >= body.length) outgoing.end(body)
    else outgoing.write(body.subarray(0, cutAfter), () => outgoing.destroy())
  })
}

/** Files without a row, rows without a complete file, and parts of unfinished uploads. */
export function findOrphans(place: Place): Promise<{ files: string[]; rows: string[]; growing: string[] }> {
  return withDatabase(place, async db => {
    const rows = await db.selectFrom('project_files').select(['storage_name', 'file_size']).execute()
    const folder = join(place.dataDir, 'files')
    const known = new Set(rows.map(row => row.storage_name))
    const there = readdirSync(folder).filter(isOurName)
    return {
      files: there.filter(name => !known.has(name)),
      rows: rows
        .filter(({ storage_name, file_size }) => {
          const file = join(folder, storage_name)
          return !existsSync(file) || statSync(file).size !== file_size
        })
        .map(row => row.storage_name),
      growing: readdirSync(join(folder, 'incoming')),
    }
  })
}

export const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

export async function hashOfStored(place: Place, name: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(place.dataDir, 'files', name)), hash)
  return hash.digest('hex')
}
