import again from 'bootstrap-icons/icons/arrow-clockwise.svg?raw'
import failed from 'bootstrap-icons/icons/exclamation-circle.svg?raw'
import close from 'bootstrap-icons/icons/x-lg.svg?raw'
import { Icon, IconButton } from '../../components/icon.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { FileIcon } from './file-row.tsx'
import type { Upload } from './use-uploads.ts'

type UploadListProps = {
  uploads: readonly Upload[]
  onCancel: (upload: Upload) => void
  onRetry: (upload: Upload) => void
}

/** Uploads in progress and failed ones. */
export function UploadList({ uploads, onCancel, onRetry }: UploadListProps) {
  if (uploads.length === 0) return null
  return (
    <ul className="panel-list" aria-label="Uploads">
      {uploads.map(upload =>
        upload.failure === undefined ? (
          <Running key={upload.id} upload={upload} onCancel={() => onCancel(upload)} />
        ) : (
          <Failed
            key={upload.id}
            upload={upload}
            onDismiss={() => onCancel(upload)}
            onRetry={() => onRetry(upload)}
          />
        ),
      )}
    </ul>
  )
}

function Running({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  const { name } = upload.file
  const percent = Math.round(upload.percent)
  return (
    <li className="panel-row">
      <FileIcon fileName={name} />
      <div className="panel-words">
        <p>{name}</p>
        <ProgressBar label={`Uploading ${name}`} value={percent} text={`${percent}%`} />
      </div>
      <div className="icon-buttons">
        <IconButton icon={close} label={`Cancel upload of ${name}`} hint="Cancel" onClick={onCancel} />
      </div>
    </li>
  )
}

type FailedProps = { upload: Upload; onDismiss: () => void; onRetry: () => void }

function Failed({ upload, onDismiss, onRetry }: FailedProps) {
  const { name } = upload.file
  return (
    <li className="panel-row upload-failed">
      <Icon svg={failed} />
      <div className="panel-words">
        <p>{name}</p>
        <p className="field-error">{upload.failure}</p>
      </div>
      <div className="icon-buttons">
        {upload.isRetryable && (
          <IconButton icon={again} label={`Upload ${name} again`} hint="Try again" onClick={onRetry} />
        )}
        <IconButton icon={close} label={`Dismiss ${name}`} hint="Dismiss" onClick={onDismiss} />
      </div>
    </li>
  )
}
