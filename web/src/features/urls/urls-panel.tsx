import link from 'bootstrap-icons/icons/link-45deg.svg?raw'
import { messages } from '#shared/messages.ts'
import { ResourcePanel, useAttempts } from '../../domain/resource-panel.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { useUrlActions, useUrls } from './api.ts'
import { UrlForm } from './url-form.tsx'
import { UrlRow } from './url-row.tsx'
import { useUrlEditor } from './use-url-editor.ts'
import './urls.scss'

type UrlsPanelProps = { projectId: number; projectName: string }

/** The links of a project. Every viewer can add and edit them; reviewers can delete them. */
export function UrlsPanel({ projectId, projectName }: UrlsPanelProps) {
  const urls = useUrls(projectId)
  const { remove, restore } = useUrlActions(projectId)
  const attempts = useAttempts()
  const { attempt, setFailure } = attempts
  const editor = useUrlEditor(projectId, (sentence, error) =>
    setFailure(sentence === null ? null : { sentence, reason: reasonOf(error), keepsFocus: true }),
  )

  return (
    <ResourcePanel
      title="URLs"
      owner={projectName}
      list={urls}
      attempts={attempts}
      icon={link}
      sentences={messages.urls}
      form={
        <UrlForm
          values={editor.values}
          onValues={editor.setValues}
          isEditing={editor.editedId !== null}
          isBusy={editor.isBusy}
          onSubmit={() => void editor.submit()}
          onCancel={editor.cancel}
          textRef={editor.text}
        />
      }
    >
      {url => (
        <UrlRow
          key={url.id}
          url={url}
          isEdited={url.id === editor.editedId}
          onEdit={() => editor.edit(url)}
          onDelete={() => attempt(() => remove(url.id), messages.urls.deleteFailed)}
          onRestore={() => attempt(() => restore(url.id), messages.urls.restoreFailed)}
        />
      )}
    </ResourcePanel>
  )
}

/** The server's reason if the user can act on it, for example a URL that is too long. */
function reasonOf(error: unknown) {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 0) return undefined
  return error.errors.url ?? error.msg
}
