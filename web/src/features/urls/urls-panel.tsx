import link from 'bootstrap-icons/icons/link-45deg.svg?raw'
import { useRef, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Icon } from '../../components/icon.tsx'
import { Panel, PanelList } from '../../components/panel.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { keepFocus } from '../../lib/keep-focus.ts'
import { usePlaceholder } from '../../lib/use-placeholder.ts'
import { useUrlActions, useUrls } from './api.ts'
import { UrlForm } from './url-form.tsx'
import { UrlRow } from './url-row.tsx'
import { useUrlEditor } from './use-url-editor.ts'
import './urls.scss'

type UrlsPanelProps = { projectId: number; projectName: string }
type Failure = {
  sentence: string
  reason?: string /** The form keeps the focus at the text. */
  isOfForm: boolean
}

/** A project's links: everybody adds and edits; reviewers delete. */
export function UrlsPanel({ projectId, projectName }: UrlsPanelProps) {
  const { data: urls, isPending, refetch } = useUrls(projectId)
  const { remove, restore } = useUrlActions(projectId)
  const [failure, setFailure] = useState<Failure | null>(null)
  const editor = useUrlEditor(projectId, (sentence, error) =>
    setFailure(sentence === null ? null : { sentence, reason: reasonOf(error), isOfForm: true }),
  )
  const heading = useRef<HTMLHeadingElement>(null)
  const isWaiting = usePlaceholder(isPending)

  async function attempt(action: () => Promise<void>, sentence: string) {
    setFailure(null)
    try {
      await action()
    } catch {
      // The API client has logged it.
      setFailure({ sentence, isOfForm: false })
    }
    keepFocus(heading.current)
  }

  return (
    <Panel title="URLs" label={`URLs for ${projectName}`} count={urls?.length} headingRef={heading}>
      {failure && (
        <Alert variant="danger" takesFocus={!failure.isOfForm} onDismiss={() => setFailure(null)}>
          <p>{failure.sentence}</p>
          {failure.reason && <p>{failure.reason}</p>}
        </Alert>
      )}
      <UrlForm
        values={editor.values}
        onValues={editor.setValues}
        isEditing={editor.editedId !== null}
        isBusy={editor.isBusy}
        onSubmit={() => void editor.submit()}
        onCancel={editor.cancel}
        textRef={editor.text}
      />
      <PanelList
        label={`URLs for ${projectName}`}
        items={urls}
        isWaiting={isWaiting}
        failure={messages.url.loadFailed}
        onRetry={() => void refetch()}
        empty={{
          icon: <Icon svg={link} className="empty-state-icon" />,
          title: messages.url.none,
          hint: messages.url.noneHint,
        }}
      >
        {url => (
          <UrlRow
            key={url.id}
            url={url}
            isEdited={url.id === editor.editedId}
            onEdit={() => editor.edit(url)}
            onDelete={() => attempt(() => remove(url.id), messages.url.deleteFailed)}
            onRestore={() => attempt(() => restore(url.id), messages.url.restoreFailed)}
          />
        )}
      </PanelList>
    </Panel>
  )
}

/** What the person can do something about: too long, or marked for deletion meanwhile. */
function reasonOf(error: unknown) {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 0) return undefined
  return error.errors.url ?? error.msg
}
