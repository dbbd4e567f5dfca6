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
import people from 'bootstrap-icons/icons/people.svg?raw'
import plug from 'bootstrap-icons/icons/plug.svg?raw'
import send from 'bootstrap-icons/icons/send.svg?raw'
import shield from 'bootstrap-icons/icons/shield-lock.svg?raw'
import browser from 'bootstrap-icons/icons/window.svg?raw'
import type { UrlType } from '#shared/contract/urls.ts'
import { Icon } from '../../components/icon.tsx'

/** One of its own for every type. */
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

export const UrlTypeIcon = ({ type }: { type: UrlType }) => <Icon svg={urlTypeIcons[type]} />
