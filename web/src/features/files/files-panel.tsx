import folder from 'bootstrap-icons/icons/folder2-open.svg?raw'
import type { ProjectFile } from '#shared/contract/files.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { ResourcePanel, useAttempts } from '../../domain/resource-panel.tsx'
import { keepFocus } from '../../lib/keep-focus.ts'
import { useFileActions, useFiles } from './api.ts'
import { DropArea } from './drop-area.tsx'
import { FileRow } from './file-row.tsx'
import { openFile } from './open-file.ts'
import { UploadButton } from './upload-button.tsx'
import { UploadList } from './upload-list.tsx'
import { type Upload, useUploads } from './use-uploads.ts'
import './files.scss'

type FilesPanelProps = { projectId: number; projectName: string }

/** A project's files: every viewer looks, downloads and adds; reviewers delete. */
export function FilesPanel({ projectId, projectName }: FilesPanelProps) {
  const files = useFiles(projectId)
  const { check, remove, restore } = useFileActions(projectId)
  const { uploads, isBusy, add, cancel, retry } = useUploads(projectId)
  const attempts = useAttempts()
  const { attempt, heading } = attempts

  function handleCancel(upload: Upload) {
    cancel(upload)
    keepFocus(heading.current)
  }

  const open = (file: ProjectFile, action: 'preview' | 'download', sentence: string) =>
    attempt(() => openFile(file.id, action, () => check(file.id)), sentence)

  return (
    <DropArea onFiles={add}>
      <ResourcePanel
        title="Files"
        owner={projectName}
        list={files}
        attempts={attempts}
        icon={folder}
        sentences={messages.files}
        action={<UploadButton projectName={projectName} onFiles={add} />}
        form={
          <>
            {uploads.some(upload => upload.failure !== undefined) && (
              // The user may be typing meanwhile.
              <Alert variant="danger" takesFocus={false}>
                {messages.files.uploadFailed}
              </Alert>
            )}
            <p className="visually-hidden" role="status">
              {isBusy && 'Uploading...'}
            </p>
            <UploadList uploads={uploads} onCancel={handleCancel} onRetry={retry} />
          </>
        }
      >
        {file => (
          <FileRow
            key={file.id}
            file={file}
            onPreview={() => void open(file, 'preview', messages.files.previewFailed)}
            onDownload={() => void open(file, 'download', messages.files.downloadFailed)}
            onDelete={() => attempt(() => remove(file.id), messages.files.deleteFailed)}
            onRestore={() => attempt(() => restore(file.id), messages.files.restoreFailed)}
          />
        )}
      </ResourcePanel>
    </DropArea>
  )
}
