import arrowLeft from 'bootstrap-icons/icons/arrow-left.svg?raw'
import { Link } from 'react-router'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { FormCard } from '../components/form-card.tsx'
import { Icon } from '../components/icon.tsx'
import { LoginForm } from '../features/auth/login-form.tsx'

export default function LoginPage() {
  return (
    <FormCard
      title="Login"
      heading="Login to Daily Report App"
      footer={
        <>
          <p>Don't have an account?</p>
          <p className="text-body-secondary">{messages.auth.contactAdmin}</p>
          <Link to={paths.register()} className="icon-link">
            <Icon svg={arrowLeft} />
            Back
          </Link>
        </>
      }
    >
      <LoginForm />
    </FormCard>
  )
}
