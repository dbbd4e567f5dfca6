import hoursIcon from 'bootstrap-icons/icons/bar-chart.svg?raw'
import calendarPlus from 'bootstrap-icons/icons/calendar-plus.svg?raw'
import calendar from 'bootstrap-icons/icons/calendar3.svg?raw'
import flag from 'bootstrap-icons/icons/flag.svg?raw'
import journal from 'bootstrap-icons/icons/journal-text.svg?raw'
import pencil from 'bootstrap-icons/icons/pencil.svg?raw'
import peopleIcon from 'bootstrap-icons/icons/people.svg?raw'
import searchIcon from 'bootstrap-icons/icons/search.svg?raw'
import sun from 'bootstrap-icons/icons/sun.svg?raw'
import trash from 'bootstrap-icons/icons/trash3.svg?raw'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useNavigate, useParams } from 'react-router'
import type { TeamDetails } from '#shared/contract/teams.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { paths } from '../app/paths.ts'
import { Alert, FlashMessage, useTimedNotice, withFlashMessage } from '../components/alert.tsx'
import { Confirm } from '../components/dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { Menu } from '../components/menu.tsx'
import { Page } from '../components/page.tsx'
import { Placeholder, Skeleton, usePlaceholder } from '../components/placeholders.tsx'
import { EmptyState, ErrorState } from '../components/states.tsx'
import { UndoBar } from '../components/undo-bar.tsx'
import { CalendarFeedDialog } from '../features/calendar-feeds/calendar-feed-dialog.tsx'
import { AddLeadsDialog } from '../features/teams/add-leads-dialog.tsx'
import { AddPeopleDialog } from '../features/teams/add-people-dialog.tsx'
import { useRefresh, useTeam } from '../features/teams/api.ts'
import { DeleteTeam } from '../features/teams/delete-team.tsx'
import { ListTools, listSearch } from '../features/teams/list-tools.tsx'
import {
  type Member,
  MemberTable,
  MemberTableSkeleton,
  matchesMember,
} from '../features/teams/member-table.tsx'
import { TeamDialog } from '../features/teams/team-dialog.tsx'
import { TeamLeads } from '../features/teams/team-leads.tsx'
import { type TeamEditing, useTeamEditing } from '../features/teams/use-team-editing.ts'
import { useUsers } from '../features/users/api.ts'
import { isAbsent } from '../lib/api-error.ts'
import { useActor } from '../lib/can.tsx'
import { isId, useTypedFilters } from '../lib/url.ts'

export default function TeamPage() {
  const { id = '' } = useParams()
  // Another team starts with its own filter and without open dialogs.
  return isId(id) ? <TeamScreen key={id} id={Number(id)} /> : <Missing />
}

const back = { to: paths.teams(), label: 'Teams' }

function Missing() {
  return (
    <Page title="Team" back={back}>
      <NoTeam />
    </Page>
  )
}

function NoTeam() {
  // For managers who see only their teams, other teams look as if they didn't exist.
  const mayBeForeign = useActor()?.sees_only_teams === true
  return (
    <EmptyState
      icon={peopleIcon}
      title={mayBeForeign ? messages.teams.notFound : messages.teams.gone}
      action={
        <Link to={paths.teams()} className="btn btn-secondary">
          All teams
        </Link>
      }
    >
      {mayBeForeign ? messages.teams.notFoundAbout : messages.teams.goneAbout}
    </EmptyState>
  )
}

type Open = 'edit' | 'people' | 'leads' | 'calendar' | 'delete'

function TeamScreen({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useTeam(id)
  // Loaded together with the team, so that the dialogs open complete.
  const users = useUsers()
  const isLoading = usePlaceholder(isPending)
  const actor = useActor()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const [open, setOpen] = useState<Open | null>(null)
  const { notice, showNotice } = useTimedNotice()
  const editing = useTeamEditing({ id })
  const close = () => setOpen(null)

  const isGone = isAbsent(error)
  // A team that was deleted meanwhile stays on the screen while a dialog is open, so that nothing typed is lost.
  const team = isLoading || (isGone && open === null) ? undefined : data
  const mayEdit = team !== undefined && actor !== null && can(actor, 'teams.edit', team)
  const canAdd = mayEdit && users.data !== undefined

  function show(next: Open) {
    editing.dismissProblem()
    setOpen(next)
  }

  function handleAdded(of: 'members' | 'leads', people: readonly { id: number; name: string }[]) {
    // Rendered at once, because an open dialog makes the rest of the page inert.
    flushSync(close)
    editing.offerUndoOfAdding(of, people)
  }

  function handleDeleted(name: string) {
    void navigate(paths.teams(), withFlashMessage(messages.teams.deleted(name)))
    refresh()
  }

  return (
    <Page
      title={team?.name ?? 'Team'}
      isList
      back={back}
      action={
        mayEdit && (
          <div className="page-actions">
            <button type="button" className="btn btn-primary" onClick={() => show('people')}>
              Add People
            </button>
            <Menu
              label="More actions for this team"
              items={[
                { label: 'Edit name and description', icon: pencil, onSelect: () => show('edit') },
                { label: 'Calendar address', icon: calendarPlus, onSelect: () => show('calendar') },
                { label: 'Delete team', icon: trash, isDanger: true, onSelect: () => show('delete') },
              ]}
            />
          </div>
        )
      }
    >
      <FlashMessage />
      {notice && <Alert variant="success">{notice}</Alert>}
      {editing.problem && (
        <Alert variant="danger" onDismiss={editing.dismissProblem}>
          {editing.problem}
        </Alert>
      )}
      {isLoading ? (
        <TeamSkeleton />
      ) : isGone && !team ? (
        <NoTeam />
      ) : team ? (
        <TeamContent
          team={team}
          editing={mayEdit ? editing : undefined}
          onAddPeople={() => show('people')}
          onAddLeads={() => show('leads')}
        />
      ) : (
        <ErrorState message={messages.teams.teamLoadFailed} onRetry={() => void refetch()} />
      )}
      {team && open === 'edit' && (
        <TeamDialog
          team={team}
          onClose={close}
          onSaved={() => {
            close()
            showNotice(messages.teams.saved)
          }}
        />
      )}
      {team && open === 'calendar' && <CalendarFeedDialog teamId={team.id} onClose={close} />}
      {team && open === 'delete' && (
        <DeleteTeam team={team} onClose={close} onDeleted={() => handleDeleted(team.name)} />
      )}
      {team && users.data && open === 'people' && (
        <AddPeopleDialog
          team={team}
          users={users.data}
          onClose={close}
          onAdded={people => handleAdded('members', people)}
        />
      )}
      {team && users.data && open === 'leads' && (
        <AddLeadsDialog
          team={team}
          users={users.data}
          onClose={close}
          onAdded={people => handleAdded('leads', people)}
        />
      )}
      {mayEdit && !canAdd && users.isError && (open === 'people' || open === 'leads') && (
        <ErrorState message={messages.teams.peopleLoadFailed} onRetry={() => void users.refetch()} />
      )}
      {editing.undo.last && (
        <UndoBar
          text={editing.undo.last.text}
          step={editing.undo.last}
          onUndo={editing.undo.undo}
          onEnd={editing.undo.end}
        />
      )}
    </Page>
  )
}

type TeamContentProps = {
  team: TeamDetails
  /** Absent for users who may only read the team. */
  editing: TeamEditing | undefined
  onAddPeople: () => void
  onAddLeads: () => void
}

function TeamContent({ team, editing, onAddPeople, onAddLeads }: TeamContentProps) {
  return (
    <>
      {team.description && <p className="team-description">{team.description}</p>}
      <TeamLinks id={team.id} />
      <TeamLeads
        team={team}
        editing={editing && { onAdd: onAddLeads, onRemove: lead => void editing.removeOne('leads', lead) }}
      />
      {!editing && <p className="text-body-secondary">{messages.teams.onlyLeadsEdit}</p>}
      {editing?.asked && <ConfirmRemoval {...editing} asked={editing.asked} />}
      <People team={team} editing={editing} onAdd={onAddPeople} />
    </>
  )
}

/** The screens that show this team's people. */
function TeamLinks({ id }: { id: number }) {
  const search = `?team=${id}`
  const links = [
    { to: paths.today(search), icon: sun, label: 'Today' },
    { to: paths.teamCalendar(search), icon: calendar, label: 'Calendar' },
    { to: paths.allReports(search), icon: journal, label: 'Reports' },
    { to: paths.blockers(search), icon: flag, label: 'Blockers' },
    { to: paths.insights(search), icon: hoursIcon, label: 'Hours' },
  ]
  return (
    <nav aria-label="This team's screens">
      <ul className="team-links">
        {links.map(({ to, icon, label }) => (
          <li key={label}>
            <Link to={to} className="icon-link">
              <Icon svg={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type PeopleProps = { team: TeamDetails; editing: TeamEditing | undefined; onAdd: () => void }

function People({ team, editing, onAdd }: PeopleProps) {
  const { filters, change } = useTypedFilters(listSearch)
  const { search = '' } = filters
  // A deferred value: a thousand rows are rendered after the key press and don't delay the next one.
  const words = useDeferredValue(search)
  const shown = useMemo(
    () => team.members.filter(member => matchesMember(member, words)),
    [team.members, words],
  )
  const handleRemove = useRemoval(editing?.removeOne)

  if (team.members.length === 0) {
    return (
      <EmptyState
        icon={peopleIcon}
        title={messages.teams.empty}
        action={
          editing && (
            <button type="button" className="btn btn-secondary" onClick={onAdd}>
              Add the first people
            </button>
          )
        }
      >
        {editing ? messages.teams.emptyAbout : messages.teams.emptyReadOnly}
      </EmptyState>
    )
  }
  return (
    <>
      <ListTools
        label="Filter people"
        placeholder="Filter by name or role"
        search={search}
        onSearch={text => change({ search: text })}
        status={countOf(shown.length, team.members.length)}
      />
      {shown.length === 0 ? (
        <EmptyState
          icon={searchIcon}
          title={messages.teams.noneOfPeople}
          action={
            <button type="button" className="btn btn-secondary" onClick={() => change({ search: '' })}>
              Clear filter
            </button>
          }
        />
      ) : (
        <MemberTable members={shown} onRemove={editing && handleRemove} />
      )}
    </>
  )
}

function ConfirmRemoval({
  asked: { of, person },
  removeOne,
  dismissAsked,
}: TeamEditing & { asked: NonNullable<TeamEditing['asked']> }) {
  const actor = useActor()
  const isOwn = person.id === actor?.id
  return (
    <Confirm
      title={isOwn ? 'Stop Leading This Team' : `Remove ${person.name}`}
      confirmLabel={isOwn ? 'Stop leading' : 'Remove'}
      onCancel={dismissAsked}
      onConfirm={() => void removeOne(of, person, { isConfirmed: true })}
    >
      <div className="form">
        <p>
          {isOwn ? messages.teams.confirmStopLeading : messages.teams.confirmRemoveFromSight(person.name)}
        </p>
        {isOwn && actor.sees_only_teams && <p>{messages.teams.confirmStopSeeing}</p>}
      </div>
    </Confirm>
  )
}

/** Removes a person. The focus moves to the button of the next one, so that several can be removed by keyboard. */
function useRemoval(removeOne: TeamEditing['removeOne'] | undefined) {
  // The function stays the same, because a thousand memoized rows get it.
  const latest = useRef(removeOne)
  latest.current = removeOne
  return useCallback((member: Member) => {
    const buttons = [...document.querySelectorAll<HTMLElement>('.member-table td button')]
    const index = buttons.indexOf(document.activeElement as HTMLElement)
    const next = buttons[index + 1] ?? buttons[index - 1] ?? document.getElementById('main')
    if (index >= 0) next?.focus()
    void latest.current?.('members', member)
  }, [])
}

function TeamSkeleton() {
  return (
    <Placeholder label={messages.teams.loadingOne}>
      <div className="team-skeleton">
        <Skeleton width="16rem" />
        <Skeleton width="12rem" height="2rem" />
      </div>
      <MemberTableSkeleton />
    </Placeholder>
  )
}

const countOf = (shown: number, all: number) =>
  shown === all ? messages.teams.people(all) : `${shown} of ${messages.teams.people(all)}`
