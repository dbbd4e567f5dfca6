import fingerprint from 'bootstrap-icons/icons/fingerprint.svg?raw'
import life from 'bootstrap-icons/icons/life-preserver.svg?raw'
import phone from 'bootstrap-icons/icons/phone.svg?raw'
import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Moment } from '../../components/day.tsx'
import { Item, ItemList } from '../../components/item-list.tsx'
import { Section } from '../../components/page.tsx'
import { Placeholder, usePlaceholder } from '../../components/placeholders.tsx'
import type { SectionLink } from '../../components/sections.tsx'
import { ErrorState } from '../../components/states.tsx'
import { isAbsent } from '../../lib/api-error.ts'
import { lazily } from '../../lib/lazily.ts'
import { hasPasskeys } from '../../lib/passkeys.ts'
import { useRefreshSecondStep, useSecondStep } from './api.ts'
import type { FactorChange } from './factor-dialogs.tsx'
import './second-step.scss'

const texts = messages.secondStep

/** With the code that draws QR codes. */
const FactorDialog = lazily(() => import('./factor-dialogs.tsx'))

type TwoStepsSectionProps = Pick<TwoStepsProps, 'email' | 'onChanged'> & { heading: SectionLink }

/** On the account page. */
export function TwoStepsSection({ heading, ...rest }: TwoStepsSectionProps) {
  const { error } = useSecondStep()
  // An older server has no second step.
  if (isAbsent(error)) return null
  return (
    <Section {...heading} about={texts.about}>
      <TwoSteps {...rest} />
    </Section>
  )
}

type TwoStepsProps = {
  email: string
  /** A factor was added or removed. */
  onChanged: () => void
  /** The page already says that one is required. */
  isAnnounced?: boolean
}

/** The user's authenticator app, passkeys and recovery codes. */
export function TwoSteps({ email, onChanged, isAnnounced }: TwoStepsProps) {
  const { data: state, error, isPending, refetch } = useSecondStep()
  const isLoading = usePlaceholder(isPending)
  const refresh = useRefreshSecondStep()
  const [change, setChange] = useState<FactorChange | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const close = () => setChange(null)

  function handleDone(sentence: string | null) {
    close()
    setDone(sentence)
    void refresh()
    onChanged()
  }

  const isOn = state !== undefined && (state.totp !== null || state.passkeys.length > 0)
  const noPasskeys = state?.passkeys_unavailable ?? (hasPasskeys() ? null : texts.noPasskeysInBrowser)
  return (
    <div className="factors">
      {error && <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />}
      {done && (
        <Alert variant="success" onDismiss={() => setDone(null)}>
          {done}
        </Alert>
      )}
      {isLoading && <TwoStepsSkeleton isAnnounced={isAnnounced} />}
      {!isLoading && state && (
        <>
          {state.required && !isAnnounced && <p className="mb-0">{texts.requiredByOrganization}</p>}
          {!isOn && !isAnnounced && <p className="text-body-secondary mb-0">{texts.off}</p>}
          {isOn && (
            <ItemList>
              {state.totp && (
                <Item icon={phone} name="Authenticator app" facts={<LastUse at={state.totp.last_used_at} />}>
                  <div className="factor-buttons">
                    <ItemButton
                      label="Replace"
                      name="authenticator app"
                      onPress={() => setChange({ kind: 'addApp' })}
                    />
                    <ItemButton
                      label="Remove"
                      name="authenticator app"
                      onPress={() => setChange({ kind: 'removeApp' })}
                    />
                  </div>
                </Item>
              )}
              {state.passkeys.map(passkey => (
                <Item
                  key={passkey.id}
                  icon={fingerprint}
                  name={passkey.name}
                  facts={<LastUse at={passkey.last_used_at} />}
                >
                  <ItemButton
                    label="Remove"
                    name={passkey.name}
                    onPress={() => setChange({ kind: 'removePasskey', passkey })}
                  />
                </Item>
              ))}
              <Item icon={life} name="Recovery codes" facts={texts.codesLeft(state.recovery_codes)}>
                <ItemButton
                  label="Make new"
                  name="recovery codes"
                  onPress={() => setChange({ kind: 'newCodes' })}
                />
              </Item>
            </ItemList>
          )}
          <div className="factor-actions">
            {!state.totp && (
              <button type="button" className="btn btn-primary" onClick={() => setChange({ kind: 'addApp' })}>
                Add an authenticator app
              </button>
            )}
            {noPasskeys === null && (
              <button
                type="button"
                className="btn btn-secondary"
                onClick={() => setChange({ kind: 'addPasskey' })}
              >
                Add a passkey
              </button>
            )}
          </div>
          {noPasskeys && <p className="form-text mt-0 mb-0">{noPasskeys}</p>}
        </>
      )}
      {change && state && (
        <FactorDialog
          change={change}
          email={email}
          hasPassword={state.has_password}
          onClose={close}
          onDone={handleDone}
        />
      )}
    </div>
  )
}

/** Has the height of the section of a user without a second step. */
const TwoStepsSkeleton = ({ isAnnounced }: Pick<TwoStepsProps, 'isAnnounced'>) => (
  <Placeholder>
    <div className="factors">
      {!isAnnounced && <p className="held-back mb-0">{texts.off}</p>}
      <div className="factor-actions">
        <span className="btn held-back">Add an authenticator app</span>
        {hasPasskeys() && <span className="btn held-back">Add a passkey</span>}
      </div>
    </div>
  </Placeholder>
)

function LastUse({ at }: { at: string | null }) {
  if (at === null) return 'never used'
  return (
    <>
      last used <Moment instant={at} />
    </>
  )
}

type ItemButtonProps = { label: string; name: string; onPress: () => void }

function ItemButton({ label, name, onPress }: ItemButtonProps) {
  return (
    <button
      type="button"
      className="btn btn-secondary btn-sm"
      aria-label={`${label} ${name}`}
      onClick={onPress}
    >
      {label}
    </button>
  )
}
