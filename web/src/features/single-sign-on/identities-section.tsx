import personBadge from 'bootstrap-icons/icons/person-badge.svg?raw'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type Identity, type LinkIdentityInput, linkIdentityInput } from '#shared/contract/single-sign-on.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Moment } from '../../components/day.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { PasswordField } from '../../components/fields.tsx'
import { FormShell } from '../../components/form.tsx'
import { Item, ItemList } from '../../components/item-list.tsx'
import { Section } from '../../components/page.tsx'
import { Placeholder, Skeleton, usePlaceholder } from '../../components/placeholders.tsx'
import type { SectionLink } from '../../components/sections.tsx'
import { ErrorState } from '../../components/states.tsx'
import { HiddenUsername } from '../../domain/account-fields.tsx'
import { failureText, hasCode } from '../../lib/api-error.ts'
import { firstFocus, takeFocus } from '../../lib/focus.ts'
import { checkBy, fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import { takeSignOnNotice } from '../../lib/sign-on-notice.ts'
import { useIdentities, useLinkIdentity, useUnlinkIdentity } from './api.ts'

type Result = { variant: 'success' | 'danger'; text: string }

type IdentitiesSectionProps = {
  heading: SectionLink
  /** The name of the provider. */
  provider: string
  email: string
  hasPassword: boolean
}

/** The sign-ins of the provider that are linked with the account, and a form to link another one. */
export function IdentitiesSection({ heading: { id, title }, provider, ...account }: IdentitiesSectionProps) {
  const { data, isPending, refetch } = useIdentities()
  const isWaiting = usePlaceholder(isPending)
  const [chosen, setChosen] = useState<Identity | null>(null)
  const [result, setResult] = useState(() => resultOf(takeSignOnNotice(), provider))
  const heading = useRef<HTMLHeadingElement>(null)

  function handleUnlinked() {
    setChosen(null)
    setResult({ variant: 'success', text: messages.singleSignOn.unlinked })
    // The row is removed with its button, so the focus moves to the heading.
    takeFocus(heading.current, { preventScroll: true })
  }

  return (
    <Section id={id} title={title} about={messages.singleSignOn.about(provider)} headingRef={heading}>
      {result && (
        <Alert key={result.text} variant={result.variant} onDismiss={() => setResult(null)}>
          {result.text}
        </Alert>
      )}
      {isWaiting ? (
        <Placeholder>
          <p className="text-body-secondary">
            <Skeleton width="14rem" />
          </p>
        </Placeholder>
      ) : !data ? (
        <ErrorState plain message={messages.singleSignOn.listFailed} onRetry={() => void refetch()} />
      ) : data.data.length === 0 ? (
        <p className="text-body-secondary">{messages.singleSignOn.noneLinked}</p>
      ) : (
        <ItemList>
          {data.data.map(identity => (
            <Item
              key={identity.id}
              icon={personBadge}
              name={identity.email ?? provider}
              facts={<Facts identity={identity} />}
            >
              <button
                type="button"
                className="btn btn-secondary btn-sm"
                aria-label={`Unlink ${identity.email ?? provider}`}
                onClick={() => {
                  setResult(null)
                  setChosen(identity)
                }}
              >
                Unlink
              </button>
            </Item>
          ))}
        </ItemList>
      )}
      <LinkForm provider={provider} {...account} />
      {chosen && (
        <UnlinkDialog
          identity={chosen}
          provider={provider}
          {...account}
          onClose={() => setChosen(null)}
          onUnlinked={handleUnlinked}
        />
      )}
    </Section>
  )
}

function Facts({ identity: { issuer, last_used_at } }: { identity: Identity }) {
  return (
    <>
      {URL.canParse(issuer) ? new URL(issuer).host : issuer} ·{' '}
      {last_used_at ? (
        <>
          last used <Moment instant={last_used_at} />
        </>
      ) : (
        'never used'
      )}
    </>
  )
}

const passwordForm = z.required(linkIdentityInput)

/** Users without a password confirm by having signed in a short time ago, which the server checks. */
function useConfirmForm(hasPassword: boolean) {
  return useForm<LinkIdentityInput>({
    resolver: checkBy(hasPassword ? passwordForm : linkIdentityInput),
    defaultValues: hasPassword ? { password: '' } : {},
  })
}

type UnlinkDialogProps = Omit<IdentitiesSectionProps, 'heading'> & {
  identity: Identity
  onClose: () => void
  onUnlinked: () => void
}

function UnlinkDialog({ identity, provider, email, hasPassword, onClose, onUnlinked }: UnlinkDialogProps) {
  const unlink = useUnlinkIdentity()
  const form = useConfirmForm(hasPassword)
  const submission = useSubmit(form, {
    async send(input) {
      try {
        await unlink.mutateAsync({ id: identity.id, ...input })
      } catch (error) {
        if (!hasCode(error, 'identity_not_found')) throw error
      }
      onUnlinked()
    },
    failure: (error, hasFields) =>
      hasFields ? undefined : failureText(error, messages.singleSignOn.unlinkFailed),
  })
  return (
    <Dialog title="Unlink sign-in" busy={submission.isBusy} onClose={onClose}>
      <FormShell submission={submission} submitLabel="Unlink" busyLabel="Unlinking..." cancel={onClose}>
        <p>{messages.singleSignOn.unlinkConfirm(identity.email ?? provider)}</p>
        {hasPassword && (
          <>
            <HiddenUsername email={email} />
            <PasswordField
              label="Current password"
              autoComplete="current-password"
              {...fieldOf(form, 'password')}
              {...firstFocus}
            />
          </>
        )}
      </FormShell>
    </Dialog>
  )
}

function LinkForm({ provider, email, hasPassword }: Omit<IdentitiesSectionProps, 'heading'>) {
  const link = useLinkIdentity()
  const form = useConfirmForm(hasPassword)
  const submission = useSubmit(form, {
    async send(input) {
      const { url } = await link.mutateAsync(input)
      location.assign(url)
    },
    failure: (error, hasFields) =>
      hasFields ? undefined : failureText(error, messages.singleSignOn.linkFailed),
    staysOpen: true,
  })
  return (
    <FormShell
      submission={submission}
      submitLabel={messages.singleSignOn.linkWith(provider)}
      busyLabel={messages.singleSignOn.opening(provider)}
    >
      {hasPassword && (
        <>
          <HiddenUsername email={email} />
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            {...fieldOf(form, 'password')}
          />
        </>
      )}
    </FormShell>
  )
}

/** What the server says in a cookie when the provider has led back. */
function resultOf(notice: string | undefined, provider: string): Result | null {
  const { linked, identityTaken, cancelled, expired, unavailable, failed } = messages.singleSignOn
  if (notice === undefined) return null
  if (notice === 'linked') return { variant: 'success', text: linked(provider) }
  const texts: Record<string, string> = {
    identity_taken: identityTaken(provider),
    sso_cancelled: cancelled(provider),
    sso_expired: expired,
    sso_unavailable: unavailable(provider),
  }
  return { variant: 'danger', text: texts[notice] ?? failed(provider) }
}
