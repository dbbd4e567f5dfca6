import cloud from 'bootstrap-icons/icons/cloud-arrow-up.svg?raw'
import folder from 'bootstrap-icons/icons/folder2-open.svg?raw'
import { type ChangeEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import type { ProjectFile } from '#shared/contract/files.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Icon } from '../../components/icon.tsx'
import { ResourcePanel, useAttempts } from '../../domain/resource-panel.tsx'
import { keepFocus } from '../../lib/focus.ts'
import { useFileActions, useFiles } from './api.ts'
import { FileRow } from './file-row.tsx'
import { openFile } from './open-file.ts'
import { UploadList } from './upload-list.tsx'
import { type Upload, useUploads } from './use-uploads.ts'
import './files.scss'

type FilesPanelProps = { projectId: number; projectName: string }

/** A project's files. Every viewer can open, download and add them, and reviewers can delete them. */
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

  const open = (file: ProjectFile, action: 'preview' | 'download', failureMessage: string) =>
    attempt(() => openFile(file.id, action, () => check(file.id)), failureMessage)

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
              // The alert takes no focus, because the user may be typing.
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

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

type DropAreaProps = { onFiles: (files: Iterable<File>) => void; children: ReactNode }

/** Uploads files that are dropped anywhere on its content. */
function DropArea({ onFiles, children }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false)

  function handleDragOver(event: DragEvent) {
    if (!hasFiles(event)) return
    // Otherwise the browser would open the file itself.
    event.preventDefault()
    setIsOver(true)
  }

  function handleDragLeave({ currentTarget, relatedTarget }: DragEvent) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
  }

  function handleDrop(event: DragEvent) {
    if (!hasFiles(event)) return
    event.preventDefault()
    setIsOver(false)
    onFiles(event.dataTransfer.files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button does the same by keyboard
    <div
      className={`drop-area ${isOver ? 'drop-area-over' : ''}`}
      onDragOver={handleDragOver}
      onDragLeave={handleDragLeave}
      onDrop={handleDrop}
    >
      {children}
      {isOver && (
        <p className="drop-hint" aria-hidden="true">
          Drop to upload
        </p>
      )}
    </div>
  )
}

type UploadButtonProps = { projectName: string; onFiles: (files: Iterable<File>) => void }

function UploadButton({ projectName, onFiles }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null)

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    onFiles([...(target.files ?? [])])
    // Without this, choosing the same file again would fire no change event.
    target.value = ''
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={`Upload files to ${projectName}`}
        onChange={handleChange}
      />
      <button
        type="button"
        className="btn btn-secondary btn-sm icon-link"
        onClick={() => input.current?.click()}
      >
        <Icon svg={cloud} />
        Upload
      </button>
    </>
  )
}
