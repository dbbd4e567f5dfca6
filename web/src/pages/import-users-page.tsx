import { useCallback, useMemo, useState } from 'react'
import type { ImportUsersReply } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import type { Role } from '#shared/roles.ts'
import { paths } from '../app/paths.ts'
import { DraftRestored } from '../components/form.tsx'
import { Page } from '../components/page.tsx'
import { Placeholder, Skeleton, usePlaceholder } from '../components/placeholders.tsx'
import { ErrorState } from '../components/states.tsx'
import { LeadsNone } from '../domain/team-control.tsx'
import { useProjects } from '../features/projects/api.ts'
import { useOfferedTeams } from '../features/teams/api.ts'
import { ImportPaste } from '../features/users/import-paste.tsx'
import { ImportResult } from '../features/users/import-result.tsx'
import { ImportReview } from '../features/users/import-review.tsx'
import { useImportDraft } from '../features/users/use-import-draft.ts'
import { useActor } from '../lib/can.tsx'
import '../features/users/import-users.scss'

/** Invites many users at once, either all or none of them. */
export default function ImportUsersPage() {
  const { data: projects, isPending, refetch } = useProjects()
  // If the teams can't be loaded, the list is parsed as if there were none.
  const { data: teams, isLoading: areTeamsPending } = useOfferedTeams()
  const isLoading = usePlaceholder(isPending || areTeamsPending)
  const teamNames = useMemo(() => teams?.map(({ name }) => name) ?? [], [teams])
  const projectNames = useMemo(() => projects?.map(({ name }) => name), [projects])
  return (
    <Page
      title="Add Several People"
      subtitle="Each of them gets a link to choose a password."
      back={{ to: paths.users(), label: 'Manage Users' }}
    >
      <LeadsNone />
      {isLoading ? (
        <Placeholder>
          <div className="card card-body import-paste">
            <Skeleton width="5rem" />
            <Skeleton height="14rem" />
            <Skeleton width="12rem" height="2.5rem" />
          </div>
        </Placeholder>
      ) : projectNames ? (
        <Steps projectNames={projectNames} teamNames={teamNames} />
      ) : (
        <ErrorState message={messages.users.importProjectsFailed} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

type StepsProps = { projectNames: readonly string[]; teamNames: readonly string[] }

function Steps({ projectNames, teamNames }: StepsProps) {
  const actor = useActor()
  const { state, change, clear, isRestored } = useImportDraft()
  const [reply, setReply] = useState<ImportUsersReply | null>(null)
  const mayAdd = useCallback((role: Role) => actor !== null && can(actor, 'user.register', { role }), [actor])

  function handleInvited(answer: ImportUsersReply) {
    setReply(answer)
    clear()
  }

  if (reply) return <ImportResult reply={reply} onAgain={() => setReply(null)} />
  return (
    <>
      {isRestored && <DraftRestored busy={false} onDiscard={clear} />}
      {state.isReviewing ? (
        <ImportReview
          state={state}
          projectNames={projectNames}
          teamNames={teamNames}
          mayAdd={mayAdd}
          onChange={change}
          onInvited={handleInvited}
        />
      ) : (
        <ImportPaste
          // After Discard a new list is mounted and takes the focus, because the pressed button has disappeared.
          key={String(isRestored)}
          state={state}
          projectNames={projectNames}
          teamNames={teamNames}
          mayAdd={mayAdd}
          onChange={change}
        />
      )}
    </>
  )
}
