import folder from 'bootstrap-icons/icons/folder2-open.svg?raw'
import { useRef, useState } from 'react'
import type { ProjectFile } from '#shared/contract/files.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Icon } from '../../components/icon.tsx'
import { Panel, PanelList } from '../../components/panel.tsx'
import { keepFocus } from '../../lib/keep-focus.ts'
import { usePlaceholder } from '../../lib/use-placeholder.ts'
import { useFileActions, useFiles } from './api.ts'
import { DropArea } from './drop-area.tsx'
import { FileRow } from './file-row.tsx'
import { openFile } from './open-file.ts'
import { UploadButton } from './upload-button.tsx'
import { UploadList } from './upload-list.tsx'
import { type Upload, useUploads } from './use-uploads.ts'
import './files.scss'

type FilesPanelProps = { projectId: number; projectName: string }

/** A project's files: everybody looks, downloads and adds; reviewers delete. */
export function FilesPanel({ projectId, projectName }: FilesPanelProps) {
  const { data: files, isPending, refetch } = useFiles(projectId)
  const { check, remove, restore } = useFileActions(projectId)
  const { uploads, isBusy, add, cancel, retry } = useUploads(projectId)
  const [failure, setFailure] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isWaiting = usePlaceholder(isPending)

  async function attempt(action: () => Promise<void>, sentence: string) {
    setFailure(null)
    try {
      await action()
    } catch {
      // The API client has logged it.
      setFailure(sentence)
    }
    keepFocus(heading.current)
  }

  function handleCancel(upload: Upload) {
    cancel(upload)
    keepFocus(heading.current)
  }

  const open = (file: ProjectFile, action: 'preview' | 'download', sentence: string) =>
    attempt(() => openFile(file.id, action, () => check(file.id)), sentence)

  return (
    <DropArea onFiles={add}>
      <Panel
        title="Files"
        label={`Files for ${projectName}`}
        count={files?.length}
        headingRef={heading}
        action={<UploadButton projectName={projectName} onFiles={add} />}
      >
        {failure && (
          <Alert variant="danger" onDismiss={() => setFailure(null)}>
            {failure}
          </Alert>
        )}
        {uploads.some(upload => upload.failure !== undefined) && (
          // Somebody may be typing meanwhile.
          <Alert variant="danger" takesFocus={false}>
            {messages.file.uploadFailed}
          </Alert>
        )}
        <p className="visually-hidden" role="status">
          {isBusy && 'Uploading...'}
        </p>
        <UploadList uploads={uploads} onCancel={handleCancel} onRetry={retry} />
        <PanelList
          label={`Files for ${projectName}`}
          items={files}
          isWaiting={isWaiting}
          failure={messages.file.loadFailed}
          onRetry={() => void refetch()}
          empty={{
            icon: <Icon svg={folder} className="empty-state-icon" />,
            title: messages.file.none,
            hint: messages.file.noneHint,
          }}
        >
          {file => (
            <FileRow
              key={file.id}
              file={file}
              onPreview={() => void open(file, 'preview', messages.file.previewFailed)}
              onDownload={() => void open(file, 'download', messages.file.downloadFailed)}
              onDelete={() => attempt(() => remove(file.id), messages.file.deleteFailed)}
              onRestore={() => attempt(() => restore(file.id), messages.file.restoreFailed)}
            />
          )}
        </PanelList>
      </Panel>
    </DropArea>
  )
}
