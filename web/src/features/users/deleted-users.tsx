import chevron from 'bootstrap-icons/icons/chevron-down.svg?raw'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DeletedUser } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { DayOf } from '../../components/day.tsx'
import { Icon } from '../../components/icon.tsx'
import { PagedList } from '../../components/paged-list.tsx'
import { Clamped } from '../../components/text.tsx'
import { useDeletedUsers } from './api.ts'
import { EraseUserDialog } from './delete-user-dialogs.tsx'
import './users.scss'

/** Collapsed, and loaded only when it is opened, because few users need it. */
export function DeletedUsers() {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)

  return (
    <section className="deleted-users">
      <h2>
        <button
          ref={toggle}
          type="button"
          className="icon-link"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          Deleted accounts
          <Icon svg={chevron} className="chevron" />
        </button>
      </h2>
      <div id={id} className="deleted-users-list">
        {/* After erasing, the button that opened the dialog no longer exists. */}
        {isOpen && <DeletedUsersList onErased={() => toggle.current?.focus({ preventScroll: true })} />}
      </div>
    </section>
  )
}

function DeletedUsersList({ onErased }: { onErased: () => void }) {
  const [chosen, setChosen] = useState<DeletedUser | null>(null)
  const [done, setDone] = useState<string | null>(null)

  function choose(user: DeletedUser) {
    setDone(null)
    setChosen(user)
  }

  function handleErased(sentence: string) {
    // The dialog must be closed before the focus can move elsewhere.
    flushSync(() => {
      setChosen(null)
      setDone(sentence)
    })
    onErased()
  }

  return (
    <>
      {done && (
        <Alert key={done} variant="success" onDismiss={() => setDone(null)}>
          {done}
        </Alert>
      )}
      <DeletedUsersPage onErase={choose} />
      {chosen && <EraseUserDialog user={chosen} onCancel={() => setChosen(null)} onErased={handleErased} />}
    </>
  )
}

function DeletedUsersPage({ onErase }: { onErase: (user: DeletedUser) => void }) {
  const [page, setPage] = useState(1)
  return (
    <PagedList
      query={useDeletedUsers(page)}
      skeleton={<p className="text-body-secondary">{messages.users.loading}</p>}
      failure={messages.users.deletedFailed}
      empty={<p className="text-body-secondary">{messages.users.noneDeleted}</p>}
      paging={{ page, setPage }}
      label="Pages of deleted accounts"
    >
      {({ data }, isBusy) => (
        <div className="card user-table">
          <DataTable
            label="Deleted accounts"
            columns={columns(onErase)}
            rows={data}
            rowKey={user => user.id}
            isBusy={isBusy}
          />
        </div>
      )}
    </PagedList>
  )
}

const columns = (onErase: (user: DeletedUser) => void): Column<DeletedUser>[] => [
  {
    header: 'Name',
    place: 'title',
    cell: user => (
      <span className="user-name">
        <span className="user-words">
          <Clamped text={user.name} />
          {user.is_erased && <span className="text-body-secondary"> (erased)</span>}
        </span>
      </span>
    ),
  },
  {
    header: 'Email',
    place: 'text',
    grows: true,
    cell: user => !user.is_erased && <Clamped text={user.email} />,
  },
  { header: 'Deleted At', place: 'aside', cell: user => <DayOf instant={user.removed_at} /> },
  {
    header: 'Actions',
    place: 'action',
    cell: user =>
      !user.is_erased && (
        <button type="button" className="btn btn-sm btn-secondary" onClick={() => onErase(user)}>
          Erase name and email<span className="visually-hidden"> of {user.name}</span>
        </button>
      ),
  },
]
