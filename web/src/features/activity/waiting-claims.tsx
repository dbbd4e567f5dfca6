import git from 'bootstrap-icons/icons/git.svg?raw'
import { useState } from 'react'
import { sourceKinds, type WaitingClaim } from '#shared/contract/activity.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Moment } from '../../components/day.tsx'
import { Item, ItemFacts, ItemList } from '../../components/item-list.tsx'
import { Section } from '../../components/page.tsx'
import { failureText } from '../../lib/api-error.ts'
import { useConfirmClaim, useDeclineClaim } from './api.ts'

const texts = messages.activity

type WaitingClaimsProps = { claims: readonly WaitingClaim[]; onDone: (sentence: string) => void }

/** The e-mails and logins that a reviewer can confirm for people. */
export function WaitingClaims({ claims, onDone }: WaitingClaimsProps) {
  const confirm = useConfirmClaim()
  const decline = useDeclineClaim()
  const [failure, setFailure] = useState<string | null>(null)
  const isBusy = confirm.isPending || decline.isPending

  function decide(change: typeof confirm, { id }: WaitingClaim, otherwise: string) {
    setFailure(null)
    change.mutate(id, {
      onSuccess({ msg }) {
        onDone(msg)
        // The button disappears with its row.
        document.getElementById('main')?.focus({ preventScroll: true })
      },
      onError: error => setFailure(failureText(error, otherwise)),
    })
  }

  return (
    <Section id="waiting-claims" title={texts.claimsHeading} about={texts.claimsAbout}>
      {failure && <Alert variant="danger">{failure}</Alert>}
      <ItemList>
        {claims.map(claim => (
          <Item
            key={claim.id}
            icon={git}
            name={<bdi>{claim.name}</bdi>}
            facts={
              <ItemFacts
                facts={[
                  kindOf(claim),
                  <bdi key="person">{claim.user_name}</bdi>,
                  <Moment key="time" instant={claim.claimed_at} />,
                ]}
              />
            }
          >
            <div className="item-buttons">
              <button
                type="button"
                className="btn btn-sm btn-primary"
                disabled={isBusy}
                onClick={() => decide(confirm, claim, texts.confirmFailed)}
              >
                Confirm
                <span className="visually-hidden">
                  {' '}
                  {claim.name} for {claim.user_name}
                </span>
              </button>
              <button
                type="button"
                className="btn btn-sm btn-secondary"
                disabled={isBusy}
                onClick={() => decide(decline, claim, texts.declineFailed)}
              >
                Remove
                <span className="visually-hidden">
                  {' '}
                  {claim.name} of {claim.user_name}
                </span>
              </button>
            </div>
          </Item>
        ))}
      </ItemList>
    </Section>
  )
}

const kindOf = ({ kind }: WaitingClaim) => (kind === 'email' ? 'Email' : `${sourceKinds[kind]} login`)
