import type { Db, Trx } from '../../db/schema.ts'

const selectFiles = (db: Db) =>
  db
    .selectFrom('project_files')
    .innerJoin('users', 'users.id', 'project_files.user_id')
    .select([
      'project_files.id',
      'project_files.file_name',
      'project_files.file_size',
      'project_files.storage_name',
      'project_files.deletion_marked_at',
      'project_files.created_at',
      'project_files.user_id',
      'users.name as uploaded_by',
    ])

export type FileRow = Awaited<ReturnType<typeof findFilesOf>>[number]

export function findFilesOf(db: Db, projectId: number) {
  return selectFiles(db)
    .where('project_files.project_id', '=', projectId)
    .orderBy('project_files.id', 'desc')
    .execute()
}

export async function countFilesOf(db: Db, projectId: number): Promise<number> {
  const found = await db
    .selectFrom('project_files')
    .select(db.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return Number(found?.count ?? 0)
}

/** Finds no file of a deleted project. */
export function findFile(db: Db, id: number) {
  return selectFiles(db)
    .innerJoin('projects', 'projects.id', 'project_files.project_id')
    .where('project_files.id', '=', id)
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function insertFile(
  db: Db,
  row: {
    project_id: number
    file_name: string
    file_size: number
    storage_name: string
    user_id: number
    created_at: string
  },
): Promise<number> {
  const { id } = await db.insertInto('project_files').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export function markFile(db: Db, id: number, deletion_marked_at: string | null) {
  return db.updateTable('project_files').set({ deletion_marked_at }).where('id', '=', id).execute()
}

/** Returns false if another request deleted it first. */
export async function deleteFileRow(db: Db, id: number): Promise<boolean> {
  const row = await db.deleteFrom('project_files').where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}

/** Returns the storage names of the deleted rows. */
export async function deleteFileRowsOf(trx: Trx, projectId: number): Promise<string[]> {
  const rows = await trx
    .deleteFrom('project_files')
    .where('project_id', '=', projectId)
    .returning('storage_name')
    .execute()
  return rows.map(row => row.storage_name)
}

export async function findKnownStorageNames(db: Db, names: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('project_files')
    .select('storage_name')
    .where('storage_name', 'in', [...names])
    .execute()
  return new Set(rows.map(row => row.storage_name))
}

export async function findAllStorageNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('project_files').select('storage_name').execute()
  return rows.map(row => row.storage_name)
}
