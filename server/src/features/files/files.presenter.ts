import type { ProjectFile } from '#shared/contract/files.ts'
import { typeOf } from './file-types.ts'
import type { FileRow } from './files.queries.ts'

export function presentFile(row: FileRow): ProjectFile {
  return {
    id: row.id,
    file_name: row.file_name,
    file_type: typeOf(row.file_name),
    file_size: row.file_size,
    pendingDeletion: row.deletion_marked_at !== null,
    uploaded_by: row.uploaded_by,
    created_at: row.created_at,
  }
}
