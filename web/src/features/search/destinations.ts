import arrow from 'bootstrap-icons/icons/arrow-right.svg?raw'
import calendarPlus from 'bootstrap-icons/icons/calendar-plus.svg?raw'
import checkAll from 'bootstrap-icons/icons/check2-all.svg?raw'
import pencil from 'bootstrap-icons/icons/pencil-square.svg?raw'
import plus from 'bootstrap-icons/icons/plus-square.svg?raw'
import type { Me } from '#shared/contract/users.ts'
import { can, type Permission } from '#shared/permissions.ts'
import { paths } from '../../app/paths.ts'
import { hasWords } from './api.ts'
import { hasEveryWord } from './marked.tsx'

/** A page or an action, found by its name without a call. */
export type Destination = {
  label: string
  to: string
  icon: string
  /** It is found by these words too. */
  also?: string
}

/** A page of the navigation. */
export type PageLink = { label: string; to: string }

export const pagesOf = (links: readonly PageLink[]): Destination[] =>
  links.map(link => ({ ...link, icon: arrow }))

type Action = Destination & { needs?: Permission }

const actions: readonly Action[] = [
  {
    label: 'Mark all reviewed',
    to: paths.reviewAll(),
    icon: checkAll,
    also: 'today',
    needs: 'admin.open',
  },
  { label: 'Create task', to: paths.newTask(), icon: plus, also: 'new add assign', needs: 'task.manage' },
  { label: "Submit today's report", to: paths.newReport(), icon: pencil, also: 'write daily' },
  {
    label: 'Add time off',
    to: paths.addTimeOff(),
    icon: calendarPlus,
    also: 'vacation holiday sick leave absence',
  },
]

/** Each opens the page or dialog for it; choosing one here changes nothing yet. */
export const actionsOf = (user: Me): Destination[] =>
  actions.filter(({ needs }) => needs === undefined || can(user, needs))

/** The destinations in which every typed word is the beginning of a word, by the rules of the server's search. */
export function matching(destinations: readonly Destination[], text: string): Destination[] {
  if (!hasWords(text)) return []
  return destinations.filter(({ label, also = '' }) => hasEveryWord(`${label} ${also}`, text))
}
