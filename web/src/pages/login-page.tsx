import arrowLeft from 'bootstrap-icons/icons/arrow-left.svg?raw'
import { useState } from 'react'
import { Link } from 'react-router'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { Icon } from '../components/icon.tsx'
import { FormCard } from '../components/page.tsx'
import { WaitingForLogin } from '../features/reports/waiting/waiting-days.tsx'
import { LoginForm } from '../features/sign-in/login-form.tsx'
import { readSignedOut } from '../features/sign-in/signed-out.ts'

export default function LoginPage() {
  const [userId] = useState(() => readSignedOut()?.userId)
  return (
    <FormCard
      title="Login"
      heading="Login to Daily Report App"
      footer={
        <>
          <p>Don't have an account?</p>
          <p className="text-body-secondary">{messages.signIn.contactAdmin}</p>
          <Link to={paths.register()} className="icon-link">
            <Icon svg={arrowLeft} />
            Back
          </Link>
        </>
      }
    >
      <LoginForm />
      {userId && <WaitingForLogin userId={userId} />}
    </FormCard>
  )
}
