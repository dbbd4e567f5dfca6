import pencil from 'bootstrap-icons/icons/pencil-square.svg?raw'
import people from 'bootstrap-icons/icons/people.svg?raw'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { LinkCard } from '../components/cards.tsx'
import { BrandMark } from '../components/icon.tsx'
import { usePageHeading } from '../components/page.tsx'

export default function LandingPage() {
  const title = 'Daily Report Management'
  const heading = usePageHeading(title)
  return (
    <div className="page landing">
      <BrandMark />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="landing-tagline">Streamlined reporting for development teams</p>
      <div className="landing-cards">
        <LinkCard to={paths.login()} icon={pencil} title="Developer">
          Report your day in a minute: tasks, hours, blockers and tomorrow's plan.
        </LinkCard>
        <LinkCard to={paths.login()} icon={people} title="Administrator">
          Review your team's reports and manage projects, people and tasks.
        </LinkCard>
      </div>
      <p className="text-body-secondary">{messages.signIn.contactAdmin}</p>
    </div>
  )
}
