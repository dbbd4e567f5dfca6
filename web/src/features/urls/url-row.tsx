import pencil from 'bootstrap-icons/icons/pencil.svg?raw'
import { type ProjectUrl, safeHref, urlTypes } from '#shared/contract/urls.ts'
import { messages } from '#shared/messages.ts'
import { Clamped } from '../../components/clamped.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { ResourceRow } from '../../domain/resource-panel.tsx'
import { UrlTypeIcon } from './url-type-icon.tsx'

type UrlRowProps = {
  url: ProjectUrl
  isEdited: boolean
  onEdit: () => void
  onDelete: () => Promise<void>
  onRestore: () => Promise<void>
}

export function UrlRow({ url, isEdited, onEdit, onDelete, onRestore }: UrlRowProps) {
  const { url_type: type, url: text, is_blurred: isPending } = url
  return (
    <ResourceRow
      className={`url-row ${isEdited ? 'url-edited' : ''}`}
      icon={<UrlTypeIcon type={type} />}
      title={<span className="badge badge-soft">{urlTypes[type]}</span>}
      detail={<UrlText text={text} />}
      buttons={
        <IconButton icon={pencil} label={`Edit ${text}`} hint="Edit" disabled={isPending} onClick={onEdit} />
      }
      kind="URL"
      name={text}
      isPending={isPending}
      questions={messages.urls}
      onDelete={onDelete}
      onRestore={onRestore}
    />
  )
}

/** A link only where a click is safe. */
function UrlText({ text }: { text: string }) {
  const href = safeHref(text)
  const shown = <Clamped text={text} lines={3} />
  if (href === undefined) return shown
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {shown}
    </a>
  )
}
