import download from 'bootstrap-icons/icons/download.svg?raw'
import eye from 'bootstrap-icons/icons/eye.svg?raw'
import { isPreviewable, type ProjectFile } from '#shared/contract/files.ts'
import { localDayOf } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { IconButton } from '../../components/icon-button.tsx'
import { ResourceRow } from '../../domain/resource-panel.tsx'
import { formatLongInstant } from '../../lib/format.ts'
import { FileIcon } from './file-icon.tsx'
import { formatSize } from './file-size.ts'

type FileRowProps = {
  file: ProjectFile
  onPreview: () => void
  onDownload: () => void
  onDelete: () => Promise<void>
  onRestore: () => Promise<void>
}

export function FileRow({ file, onPreview, onDownload, onDelete, onRestore }: FileRowProps) {
  const { file_name: name, pendingDeletion: isPending } = file
  return (
    <ResourceRow
      icon={<FileIcon fileName={name} />}
      title={<span className={isPending ? 'dimmed' : undefined}>{name}</span>}
      detail={
        <span className="panel-note">
          {formatSize(file.file_size)} · {file.uploaded_by} ·{' '}
          <time dateTime={file.created_at} title={formatLongInstant(file.created_at)}>
            {localDayOf(file.created_at)}
          </time>
        </span>
      }
      buttons={
        <>
          {isPreviewable(name) && (
            <IconButton icon={eye} label={`Preview ${name}`} hint="Preview" onClick={onPreview} />
          )}
          <IconButton icon={download} label={`Download ${name}`} hint="Download" onClick={onDownload} />
        </>
      }
      kind="file"
      name={name}
      isPending={isPending}
      questions={messages.files}
      onDelete={onDelete}
      onRestore={onRestore}
    />
  )
}
