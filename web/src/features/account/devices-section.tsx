import laptop from 'bootstrap-icons/icons/laptop.svg?raw'
import phone from 'bootstrap-icons/icons/phone.svg?raw'
import { useRef, useState } from 'react'
import type { SignIn } from '#shared/contract/account.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Moment } from '../../components/day.tsx'
import { Item, ItemList } from '../../components/item-list.tsx'
import { Section } from '../../components/page.tsx'
import { Placeholder, Skeleton, usePlaceholder } from '../../components/placeholders.tsx'
import { ErrorState } from '../../components/states.tsx'
import { failureText, hasCode } from '../../lib/api-error.ts'
import { takeFocus } from '../../lib/focus.ts'
import { useEndSignIns, useSignIns } from './api.ts'
import { accountSections } from './sections.ts'

type Result = { variant: 'success' | 'danger'; text: string }

export function DevicesSection() {
  const { data: signIns, isPending, refetch } = useSignIns()
  const isLoading = usePlaceholder(isPending)
  const end = useEndSignIns()
  const [result, setResult] = useState<Result | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const hasOthers = signIns?.some(({ is_current }) => !is_current) ?? false

  function showSignedOut(text: string) {
    setResult({ variant: 'success', text })
    // The device's row is removed with its button, so the focus moves to the heading.
    takeFocus(heading.current, { preventScroll: true })
  }

  async function signOut(which: number | 'others') {
    setResult(null)
    try {
      const { msg } = await end.mutateAsync(which)
      showSignedOut(msg)
    } catch (error) {
      // The device has signed out itself, or its session has expired.
      if (hasCode(error, 'not_found')) return showSignedOut(messages.account.deviceSignedOut)
      setResult({ variant: 'danger', text: failureText(error, messages.account.signOutFailed) })
    }
  }

  return (
    <Section
      {...accountSections.devices}
      about="Sign out any device you no longer use or don't recognize."
      headingRef={heading}
    >
      {result && (
        <Alert key={result.text} variant={result.variant} onDismiss={() => setResult(null)}>
          {result.text}
        </Alert>
      )}
      {isLoading ? (
        <Placeholder>
          <ItemList>
            <Item icon={laptop} name={<Skeleton width="9rem" />} facts={<Skeleton width="15rem" />} />
          </ItemList>
        </Placeholder>
      ) : signIns ? (
        <ItemList>
          {signIns.map(signIn => (
            <Item
              key={signIn.id}
              icon={isPhone(signIn) ? phone : laptop}
              name={
                <>
                  {deviceName(signIn)}
                  {signIn.is_current && <span className="badge text-bg-success">This device</span>}
                </>
              }
              facts={
                <>
                  {signIn.address && `${signIn.address} · `}
                  Last used <Moment instant={signIn.last_used_at} />
                </>
              }
            >
              {!signIn.is_current && (
                <button
                  type="button"
                  className="btn btn-secondary btn-sm"
                  aria-label={`Sign out ${deviceName(signIn)}`}
                  disabled={end.isPending}
                  onClick={() => void signOut(signIn.id)}
                >
                  {end.isPending && end.variables === signIn.id ? 'Signing out...' : 'Sign out'}
                </button>
              )}
            </Item>
          ))}
        </ItemList>
      ) : (
        <ErrorState plain message={messages.account.devicesFailed} onRetry={() => void refetch()} />
      )}
      {!isLoading && hasOthers && (
        <div className="section-actions">
          <button
            type="button"
            className="btn btn-secondary"
            disabled={end.isPending}
            onClick={() => void signOut('others')}
          >
            {end.isPending && end.variables === 'others' ? 'Signing out...' : 'Sign out all other devices'}
          </button>
        </div>
      )}
    </Section>
  )
}

const deviceName = ({ device }: SignIn) => device ?? messages.account.unknownDevice
const isPhone = ({ device }: SignIn) => /iPhone|Android/.test(device ?? '')
