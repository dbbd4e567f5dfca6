import type { UrlType } from '#shared/contract/urls.ts'
import type { Db } from '../../db/schema.ts'

const selectUrls = (db: Db) =>
  db
    .selectFrom('project_urls')
    .select([
      'project_urls.id',
      'project_urls.url_type',
      'project_urls.url',
      'project_urls.deletion_marked_at',
      'project_urls.created_at',
    ])

export type UrlRow = Awaited<ReturnType<typeof findUrlsOf>>[number]

export function findUrlsOf(db: Db, projectId: number) {
  return selectUrls(db).where('project_id', '=', projectId).orderBy('id').execute()
}

export async function countUrlsOf(db: Db, projectId: number): Promise<number> {
  const found = await db
    .selectFrom('project_urls')
    .select(db.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return Number(found?.count ?? 0)
}

/** Finds a URL, unless its project was deleted. */
export function findUrl(db: Db, id: number) {
  return selectUrls(db)
    .innerJoin('projects', 'projects.id', 'project_urls.project_id')
    .where('project_urls.id', '=', id)
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function insertUrl(
  db: Db,
  row: { project_id: number; url_type: UrlType; url: string; user_id: number; created_at: string },
): Promise<number> {
  const { id } = await db.insertInto('project_urls').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Returns false if the URL is marked for deletion. */
export async function updateUrl(
  db: Db,
  id: number,
  row: { url_type: UrlType; url: string },
): Promise<boolean> {
  const changed = await db
    .updateTable('project_urls')
    .set(row)
    .where('id', '=', id)
    .where('deletion_marked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export function markUrl(db: Db, id: number, deletion_marked_at: string | null) {
  return db.updateTable('project_urls').set({ deletion_marked_at }).where('id', '=', id).execute()
}

/** Returns false if another request deleted it first. */
export async function deleteUrlRow(db: Db, id: number): Promise<boolean> {
  const row = await db.deleteFrom('project_urls').where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}
