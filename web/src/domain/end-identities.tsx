import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { Choice } from '../components/fields.tsx'
import { providerName } from './settings.ts'

/** Beside a new password, offers to end the linked sign-ins of single sign-on. There is no `choice` without a provider. */
export function useEndIdentities() {
  const [isChosen, setIsChosen] = useState(false)
  const provider = providerName()
  return {
    input: isChosen ? ({ end_identities: true } as const) : {},
    reset: () => setIsChosen(false),
    choice: provider !== undefined && (
      <Choice isChosen={isChosen} onChange={setIsChosen}>
        {messages.singleSignOn.endToo(provider)}
      </Choice>
    ),
  }
}
