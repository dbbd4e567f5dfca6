import signOut from 'bootstrap-icons/icons/door-closed.svg?raw'
import journal from 'bootstrap-icons/icons/journal-text.svg?raw'
import key from 'bootstrap-icons/icons/key.svg?raw'
import link from 'bootstrap-icons/icons/link-45deg.svg?raw'
import pencil from 'bootstrap-icons/icons/pencil.svg?raw'
import lock from 'bootstrap-icons/icons/shield-lock.svg?raw'
import keys from 'bootstrap-icons/icons/shield-x.svg?raw'
import trash from 'bootstrap-icons/icons/trash3.svg?raw'
import type { ReactNode } from 'react'
import type { Me, User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { paths } from '../../app/paths.ts'
import { Icon } from '../../components/icon.tsx'
import { Menu, type MenuItem } from '../../components/menu.tsx'

export type UserChange = 'invite' | 'edit' | 'password' | 'tokens' | 'access' | 'secondStep' | 'delete'

const changes = {
  edit: { label: 'Edit', of: '', icon: pencil, permission: 'user.update' },
  password: { label: 'Reset Password', of: ' for', icon: key, permission: 'user.resetPassword' },
  tokens: { label: 'End access tokens', of: ' of', icon: keys, permission: 'user.endTokens' },
  access: { label: messages.record.endAll, of: ' of', icon: signOut, permission: 'user.endTokens' },
  secondStep: { label: 'Remove second step', of: ' of', icon: lock, permission: 'user.removeFactors' },
  invite: { label: 'Copy invitation link', of: ' for', icon: link, permission: 'user.invite' },
  delete: { label: 'Delete', of: '', icon: trash, permission: 'user.delete' },
} as const

const buttons = ['edit', 'password', 'delete'] as const

type UserActionsProps = {
  user: User
  actor: Me
  onChoose: (change: UserChange) => void
  /** Shown above the menu on phones. */
  heading: ReactNode
}

/**
 * The most frequent action has its word, two more have an icon, and the menu has all of them. On phones there is only the
 * menu. Actions that the server would refuse are disabled and say why.
 */
export function UserActions({ user, actor, onChoose, heading }: UserActionsProps) {
  const whyNot = (change: UserChange) =>
    can(actor, changes[change].permission, user) ? undefined : reasonWhyNot(change, user, actor)

  const item = (change: UserChange): MenuItem => ({
    label: changes[change].label,
    icon: changes[change].icon,
    isDanger: change === 'delete',
    whyNot: whyNot(change),
    onSelect: () => onChoose(change),
  })

  return (
    <div className="user-actions">
      {buttons.map(change => {
        const { label, of, icon } = changes[change]
        const reason = whyNot(change)
        return (
          <button
            key={change}
            type="button"
            className="btn btn-ghost btn-sm"
            aria-label={`${label}${of} ${user.name}`}
            title={reason ?? label}
            disabled={reason !== undefined}
            onClick={() => onChoose(change)}
          >
            <Icon svg={icon} />
            <span className={change === 'edit' ? 'user-action-word' : 'visually-hidden'}>{label}</span>
          </button>
        )
      })}
      <Menu
        label={`More actions for ${user.name}`}
        heading={heading}
        items={[
          item('edit'),
          item('password'),
          // Only users without a password have an invitation, and they have no reports yet.
          user.invited
            ? item('invite')
            : { label: 'View reports', icon: journal, to: paths.allReports(`?userId=${user.id}`) },
          ...(user.invited ? [] : [item('tokens'), item('access'), item('secondStep')]),
          item('delete'),
        ]}
      />
    </div>
  )
}

function reasonWhyNot(change: UserChange, user: User, actor: User) {
  if (user.id !== actor.id)
    return can(actor, 'user.update', user) ? messages.users.reviewersOnlyByAdmins : messages.users.adminsOnly
  return change === 'secondStep' ? messages.secondStep.removeOwn : messages.users.ownAccount
}
