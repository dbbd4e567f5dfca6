import { useNavigate } from 'react-router'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { carrying } from '../components/flash-message.tsx'
import { Page } from '../components/page.tsx'
import { RegisterForm } from '../features/users/register-form.tsx'

export default function RegisterUserPage() {
  const navigate = useNavigate()
  return (
    <Page
      title="Register New User"
      subtitle="They can sign in right away with the email and password you set."
      width="reading"
    >
      <RegisterForm
        onRegistered={name => void navigate(paths.adminDashboard(), carrying(messages.user.registered(name)))}
      />
    </Page>
  )
}
