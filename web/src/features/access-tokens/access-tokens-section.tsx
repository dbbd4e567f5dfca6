import { useRef, useState } from 'react'
import type { NewAccessToken } from '#shared/contract/access-tokens.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { CopiedText } from '../../components/copied-text.tsx'
import { Section } from '../../components/page.tsx'
import type { SectionLink } from '../../components/sections.tsx'
import { ErrorState } from '../../components/states.tsx'
import { takeFocus } from '../../lib/focus.ts'
import { AccessTokenForm } from './access-token-form.tsx'
import { AccessTokenList } from './access-token-list.tsx'
import { useAccessTokens } from './api.ts'

/** The user's access tokens, a form for another one, and the new token, which is shown once. */
export function AccessTokensSection({ heading: { id, title } }: { heading: SectionLink }) {
  const { data: tokens, isPending, refetch } = useAccessTokens()
  const [made, setMade] = useState<NewAccessToken | null>(null)
  const [deleted, setDeleted] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  function handleDeleted(id: number, sentence: string) {
    if (made?.id === id) setMade(null)
    setDeleted(sentence)
    // The row is removed with its button, so the focus moves to the heading.
    takeFocus(heading.current, { preventScroll: true })
  }

  return (
    <Section id={id} title={title} about={messages.accessTokens.about} headingRef={heading}>
      {deleted && (
        <Alert variant="success" onDismiss={() => setDeleted(null)}>
          {deleted}
        </Alert>
      )}
      {isPending || tokens ? (
        <AccessTokenList tokens={tokens} onDeleted={handleDeleted} />
      ) : (
        <ErrorState plain message={messages.accessTokens.loadFailed} onRetry={() => void refetch()} />
      )}
      {made ? (
        <MadeToken made={made} onDone={() => setMade(null)} />
      ) : (
        <AccessTokenForm
          onMade={token => {
            setDeleted(null)
            setMade(token)
          }}
        />
      )}
    </Section>
  )
}

function MadeToken({ made: { token }, onDone }: { made: NewAccessToken; onDone: () => void }) {
  return (
    <div className="form">
      <Alert variant="success">{messages.accessTokens.made}</Alert>
      <CopiedText label="Your new token" text={token} button="Copy token" takesFocus />
      <CopiedText
        label="Try it in a terminal"
        text={`curl -H "Authorization: Bearer ${token}" ${location.origin}/api/auth/me`}
        button="Copy command"
      />
      <div className="form-buttons">
        <button type="button" className="btn btn-secondary" onClick={onDone}>
          Done
        </button>
      </div>
    </div>
  )
}
