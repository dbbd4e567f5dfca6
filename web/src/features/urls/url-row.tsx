import book from 'bootstrap-icons/icons/book.svg?raw'
import braces from 'bootstrap-icons/icons/braces.svg?raw'
import broadcast from 'bootstrap-icons/icons/broadcast.svg?raw'
import bug from 'bootstrap-icons/icons/bug.svg?raw'
import database from 'bootstrap-icons/icons/database.svg?raw'
import git from 'bootstrap-icons/icons/git.svg?raw'
import globe from 'bootstrap-icons/icons/globe.svg?raw'
import servers from 'bootstrap-icons/icons/hdd-stack.svg?raw'
import layers from 'bootstrap-icons/icons/layers.svg?raw'
import link from 'bootstrap-icons/icons/link-45deg.svg?raw'
import pencil from 'bootstrap-icons/icons/pencil.svg?raw'
import people from 'bootstrap-icons/icons/people.svg?raw'
import plug from 'bootstrap-icons/icons/plug.svg?raw'
import send from 'bootstrap-icons/icons/send.svg?raw'
import shield from 'bootstrap-icons/icons/shield-lock.svg?raw'
import browser from 'bootstrap-icons/icons/window.svg?raw'
import { type ProjectUrl, safeHref, type UrlType, urlTypes } from '#shared/contract/urls.ts'
import { messages } from '#shared/messages.ts'
import { Icon, IconButton } from '../../components/icon.tsx'
import { Clamped } from '../../components/text.tsx'
import { ResourceRow } from '../../domain/resource-panel.tsx'

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

/** A link if its scheme is safe, otherwise plain text. */
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

export const urlTypeIcons: Record<UrlType, string> = {
  live: broadcast,
  staging: layers,
  crm: people,
  website: globe,
  admin: shield,
  api: plug,
  swagger: braces,
  backend: servers,
  frontend: browser,
  git,
  postman: send,
  docs: book,
  database,
  test: bug,
  other: link,
}

const UrlTypeIcon = ({ type }: { type: UrlType }) => <Icon svg={urlTypeIcons[type]} />
