import download from 'bootstrap-icons/icons/download.svg?raw'
import eye from 'bootstrap-icons/icons/eye.svg?raw'
import plain from 'bootstrap-icons/icons/file-earmark.svg?raw'
import code from 'bootstrap-icons/icons/file-earmark-code.svg?raw'
import image from 'bootstrap-icons/icons/file-earmark-image.svg?raw'
import pdf from 'bootstrap-icons/icons/file-earmark-pdf.svg?raw'
import slides from 'bootstrap-icons/icons/file-earmark-slides.svg?raw'
import spreadsheet from 'bootstrap-icons/icons/file-earmark-spreadsheet.svg?raw'
import text from 'bootstrap-icons/icons/file-earmark-text.svg?raw'
import zip from 'bootstrap-icons/icons/file-earmark-zip.svg?raw'
import { extensionOf, isPreviewable, type ProjectFile } from '#shared/contract/files.ts'
import { localDayOf } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { Icon, IconButton } from '../../components/icon.tsx'
import { ResourceRow } from '../../domain/resource-panel.tsx'
import { formatLongInstant } from '../../lib/dates.ts'

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
        // A server that is older than this page doesn't send them.
        file.created_at === '' ? undefined : (
          <span className="panel-note">
            {formatSize(file.file_size)} ·{' '}
            {/* A manager who sees only their teams doesn't see who else uploads. */}
            {file.uploaded_by !== '' && (
              <>
                <bdi>{file.uploaded_by}</bdi> ·{' '}
              </>
            )}
            <time dateTime={file.created_at} title={formatLongInstant(file.created_at)}>
              {localDayOf(file.created_at)}
            </time>
          </span>
        )
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

const icons: [icon: string, extensions: string][] = [
  [pdf, 'pdf'],
  [image, 'jpg jpeg png gif svg webp avif heic ico'],
  [text, 'txt md doc docx odt rtf log'],
  [spreadsheet, 'csv xls xlsx ods tsv'],
  [slides, 'ppt pptx odp key'],
  [code, 'html htm css js ts tsx json xml yml yaml sql sh'],
  [zip, 'zip gz tgz tar 7z rar'],
]

export function FileIcon({ fileName }: { fileName: string }) {
  const extension = extensionOf(fileName)
  const [icon = plain] = icons.find(([, extensions]) => extensions.split(' ').includes(extension)) ?? []
  return <Icon svg={icon} />
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
const step = 1024

/** "1.5 MB", in the viewer's locale. */
export function formatSize(bytes: number): string {
  const power = bytes < step ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(step)), units.length - 1)
  const format = new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: units[power],
    // "39 bytes", but "1.5 MB".
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  })
  return format.format(bytes / step ** power)
}
