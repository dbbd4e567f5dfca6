import key from 'bootstrap-icons/icons/key.svg?raw'
import link from 'bootstrap-icons/icons/link-45deg.svg?raw'
import pencil from 'bootstrap-icons/icons/pencil.svg?raw'
import trash from 'bootstrap-icons/icons/trash3.svg?raw'
import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { Icon } from '../../components/icon.tsx'

export type UserChange = 'invite' | 'edit' | 'password' | 'delete'

const actions = [
  { change: 'edit', label: 'Edit', of: '', icon: pencil, permission: 'user.update' },
  {
    change: 'password',
    label: 'Reset Password',
    of: ' for',
    icon: key,
    permission: 'user.resetPassword',
  },
  { change: 'delete', label: 'Delete', of: '', icon: trash, permission: 'user.delete' },
  {
    change: 'invite',
    label: 'Copy invitation link',
    of: ' for',
    icon: link,
    permission: 'user.invite',
  },
] as const

type UserActionsProps = { user: User; actor: User; onChoose: (change: UserChange) => void }

/** Actions that the server would refuse are disabled, with the reason as the title. */
export function UserActions({ user, actor, onChoose }: UserActionsProps) {
  return (
    <div className="user-actions">
      {actionsFor(user).map(({ change, label, of, icon, permission }) => {
        const isAllowed = can(actor, permission, user)
        return (
          <button
            key={change}
            type="button"
            className="btn btn-ghost btn-sm"
            aria-label={`${label}${of} ${user.name}`}
            title={isAllowed ? label : reasonWhyNot(user, actor)}
            disabled={!isAllowed}
            onClick={() => onChoose(change)}
          >
            <Icon svg={icon} />
            <span className={change === 'invite' ? 'visually-hidden' : 'user-action-word'}>{label}</span>
          </button>
        )
      })}
    </div>
  )
}

/** Only users without a password have an invitation. */
const actionsFor = ({ invited }: User) => actions.filter(({ change }) => invited || change !== 'invite')

const reasonWhyNot = (user: User, actor: User) =>
  user.id === actor.id ? messages.users.ownAccount : messages.users.adminsOnly
