import { messages } from '#shared/messages.ts'
import { FormCard } from '../components/page.tsx'
import { TwoSteps } from '../features/second-step/two-steps-section.tsx'
import { useAuth } from '../features/sign-in/auth-context.ts'

/** Instead of every other page, until a user who needs a second step has set one up. */
export default function SecondStepPage() {
  const { user, refresh, logout } = useAuth()
  if (!user) return null
  return (
    <FormCard
      title={messages.secondStep.requiredTitle}
      heading={messages.secondStep.requiredTitle}
      intro={messages.secondStep.requiredIntro}
      footer={
        <button type="button" className="btn btn-link" onClick={logout}>
          Logout
        </button>
      }
    >
      <TwoSteps email={user.email} onChanged={refresh} isAnnounced />
    </FormCard>
  )
}
