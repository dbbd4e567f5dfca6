import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ProjectFile } from '#shared/contract/files.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import { isDatabaseUnavailable } from '../../db/errors.ts'
import type { Db } from '../../db/schema.ts'
import { emit, type Listener } from '../../events/event.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { actAs } from '../../identity/acting-user.ts'
import { isVisible, peopleInSight, type VisiblePeople } from '../../identity/visible-people.ts'
import { forgetPlaceOfUnknownFiles, placeOfUnknownFiles } from '../../storage/file-store.ts'
import { StorageUnavailableError } from '../../storage/storage.ts'
import { sweep } from '../../storage/sweep.ts'
import { requireProject } from '../projects/projects.service.ts'
import { getMimeType } from './file-types.ts'
import {
  countFilesOf,
  deleteFileRow,
  deleteFileRowsOf,
  type FileRow,
  findFile,
  findFilesOf,
  findKnownStorageNames,
  insertFile,
  markFile,
} from './files.queries.ts'

/**
 * Removes folders and control characters from the name of an upload, and shortens it without losing the extension. It is
 * shown to users and never used as a name on disk.
 */
function cleanFileName(given: string): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must go
  const name = base.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim()
  if (name === '' || name === '.' || name === '..') return 'file'
  if (name.length <= limits.fileNameMax) return name
  const [extension = ''] = /\.[^.]{1,20}$/.exec(name) ?? []
  return name.slice(0, limits.fileNameMax - extension.length) + extension
}

/** `people` are those in sight of the viewer; the files of a project are there for all. */
function presentFile(row: FileRow, people: VisiblePeople): ProjectFile {
  return {
    id: row.id,
    file_name: row.file_name,
    file_type: getMimeType(row.file_name),
    file_size: row.file_size,
    pendingDeletion: row.deletion_marked_at !== null,
    uploaded_by: isVisible(people, row.user_id) ? row.uploaded_by : '',
    created_at: row.created_at,
  }
}

export async function listFiles(
  { db }: Context,
  viewer: SignedIn,
  projectId: number,
): Promise<ProjectFile[]> {
  await requireProject(db, projectId)
  const [files, people] = await Promise.all([findFilesOf(db, projectId), peopleInSight(db, viewer)])
  return files.map(file => presentFile(file, people))
}

export const readFileMetadata = ({ db }: Context, viewer: SignedIn, id: number): Promise<ProjectFile> =>
  presentOne(db, viewer, id)

async function presentOne(db: Db, viewer: SignedIn, id: number): Promise<ProjectFile> {
  return presentFile(await requireFile(db, id), await peopleInSight(db, viewer))
}

/** Refuses if the project doesn't exist or has as many files as it may have. */
export async function requireRoomForFile(db: Db, projectId: number): Promise<void> {
  await requireProject(db, projectId)
  if ((await countFilesOf(db, projectId)) >= limits.filesMax) throw refuse('too_many_files')
}

/** Stores and syncs the whole file before it inserts the row: after a crash in between, the sweep at the next start removes it. */
export async function addFile(
  ctx: Context,
  actor: SignedIn,
  projectId: number,
  upload: { name: string; content: Readable },
): Promise<ProjectFile> {
  const storageName = randomUUID()
  const size = await ctx.storage.write(storageName, upload.content)
  const id = await insertRow().catch(async error => {
    // Without an answer of the database the row may have been written. If it wasn't, the next start removes the file.
    if (!isDatabaseUnavailable(error)) await discardFiles(ctx, [storageName])
    throw error
  })
  return presentOne(ctx.db, actor, id)

  async function insertRow() {
    if (size === 0) throw refuseInput({ projectFile: messages.files.empty })
    return actAs(ctx, actor, 'signedIn', async (trx, acting) => {
      // The lock serializes concurrent uploads, so that the limit counts each of them.
      await lockRow(trx, 'projects', projectId)
      // The project may have been deleted or filled up during the upload.
      await requireRoomForFile(trx, projectId)
      return insertFile(trx, {
        project_id: projectId,
        file_name: cleanFileName(upload.name),
        file_size: size,
        storage_name: storageName,
        user_id: acting.id,
        created_at: ctx.clock.now().toISOString(),
      })
    })
  }
}

/** An admin deletes the file. A manager marks it for deletion, and then it returns true. */
export async function deleteFile(ctx: Context, actor: SignedIn, id: number): Promise<boolean> {
  const removed = await actAs(ctx, actor, 'resource.delete', async (trx, acting) => {
    const file = await requireFile(trx, id)
    if (!can(acting, 'resource.remove')) {
      if (file.deletion_marked_at !== null) return undefined
      await markFile(trx, id, ctx.clock.now().toISOString())
      await emit(ctx, trx, acting, { kind: 'file.deleted', file, isMarked: true })
      return undefined
    }
    if (!(await deleteFileRow(trx, id))) throw refuse('file_not_found')
    await emit(ctx, trx, acting, { kind: 'file.deleted', file })
    return file
  })
  if (!removed) return true
  await discardFiles(ctx, [removed.storage_name])
  return false
}

export function restoreFile(ctx: Context, actor: SignedIn, id: number): Promise<ProjectFile> {
  return actAs(ctx, actor, 'resource.restore', async (trx, acting) => {
    const file = await requireFile(trx, id)
    await markFile(trx, id, null)
    if (file.deletion_marked_at !== null) await emit(ctx, trx, acting, { kind: 'file.restored', file })
    return presentOne(trx, acting, id)
  })
}

export async function requireFile(db: Db, id: number): Promise<FileRow> {
  const file = await findFile(db, id)
  if (!file) throw refuse('file_not_found')
  return file
}

/** Removes files without a row. If the store is unavailable, the sweep at the next start removes them. */
export async function discardFiles(ctx: Context, names: string[]): Promise<void> {
  try {
    for (const name of names) await ctx.storage.remove(name)
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error
  }
}

/**
 * Removes the files of a deleted project after the commit. After a crash in between, the sweep at the next start removes
 * them.
 */
export const filesListener: Listener = async (ctx, trx, event) => {
  if (event.kind !== 'project.deleted') return
  const names = await deleteFileRowsOf(trx, event.projectId)
  event.afterCommit(() => discardFiles(ctx, names))
}

/** Removes files without a row, and returns how many. After the restore of a lost database it moves them aside instead, and logs it. */
export async function sweepStorage(ctx: Context, signal?: AbortSignal): Promise<number> {
  const { db, storage } = ctx
  const place = await placeOfUnknownFiles(db)
  const isKnown = (names: string[]) => findKnownStorageNames(db, names)
  if (place === undefined) return sweep(storage, isKnown, signal)
  const swept = await sweep(storage, isKnown, signal, async names => {
    if (names.length === 0) return
    const aside = await storage.setAside(names, place)
    ctx.log.warn(`Files that the restored database does not know were moved to ${aside}: ${names.length}`)
  })
  await forgetPlaceOfUnknownFiles(db)
  return swept
}
