import key from 'bootstrap-icons/icons/key.svg?raw'
import { useState } from 'react'
import type { AccessToken } from '#shared/contract/access-tokens.ts'
import { systemClock } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { DayOf, Moment } from '../../components/day.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { Item, ItemFacts, ItemList } from '../../components/item-list.tsx'
import { Placeholder, Skeleton, usePlaceholder } from '../../components/placeholders.tsx'
import { failureText, hasCode } from '../../lib/api-error.ts'
import { useDeleteAccessToken } from './api.ts'

type AccessTokenListProps = {
  /** Undefined while they are loaded. */
  tokens: AccessToken[] | undefined
  onDeleted: (id: number, sentence: string) => void
}

export function AccessTokenList({ tokens, onDeleted }: AccessTokenListProps) {
  const isWaiting = usePlaceholder(tokens === undefined)
  const remove = useDeleteAccessToken()
  const [chosen, setChosen] = useState<AccessToken | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function handleConfirm(token: AccessToken) {
    setFailure(null)
    try {
      await remove.mutateAsync(token.id)
    } catch (error) {
      if (!hasCode(error, 'access_token_not_found')) {
        setChosen(null)
        return setFailure(failureText(error, messages.accessTokens.deleteFailed))
      }
    }
    setChosen(null)
    onDeleted(token.id, messages.accessTokens.deleted)
  }

  if (isWaiting || !tokens)
    return (
      <Placeholder>
        <p className="text-body-secondary">
          <Skeleton width="14rem" />
        </p>
      </Placeholder>
    )
  return (
    <>
      {failure && (
        <Alert variant="danger" onDismiss={() => setFailure(null)}>
          {failure}
        </Alert>
      )}
      {tokens.length === 0 ? (
        <p className="text-body-secondary">{messages.accessTokens.none}</p>
      ) : (
        <ItemList>
          {tokens.map(token => (
            <Item
              key={token.id}
              icon={key}
              name={
                <>
                  {token.name} <Expiry token={token} />
                </>
              }
              facts={<Facts token={token} />}
            >
              <button
                type="button"
                className="btn btn-secondary btn-sm"
                aria-label={`Delete ${token.name}`}
                onClick={() => setChosen(token)}
              >
                Delete
              </button>
            </Item>
          ))}
        </ItemList>
      )}
      {chosen && (
        <Confirm
          title="Delete token"
          confirmLabel="Delete"
          busyLabel="Deleting..."
          busy={remove.isPending}
          onConfirm={() => void handleConfirm(chosen)}
          onCancel={() => setChosen(null)}
        >
          {messages.accessTokens.deleteQuestion(chosen.name)}
        </Confirm>
      )}
    </>
  )
}

function Facts({ token: { scope, ending, last_used_at, expires_at } }: { token: AccessToken }) {
  const used = last_used_at ? (
    <>
      last used <Moment instant={last_used_at} />
    </>
  ) : (
    'never used'
  )
  const expires = expires_at ? (
    <>
      until <DayOf instant={expires_at} />
    </>
  ) : (
    'never expires'
  )
  return <ItemFacts facts={[messages.accessTokens.scopes[scope].label, `ends in ${ending}`, used, expires]} />
}

const dayMs = 24 * 3_600_000

/** A token that has expired or expires soon says so. */
function Expiry({ token: { expires_at } }: { token: AccessToken }) {
  if (expires_at === null) return null
  const left = Date.parse(expires_at) - systemClock.now().getTime()
  if (left <= 0) return <span className="badge text-bg-secondary">Expired</span>
  const days = Math.floor(left / dayMs)
  if (days >= limits.tokenNoticeDays) return null
  return <span className="badge text-bg-warning">{messages.accessTokens.expiresIn(days)}</span>
}
