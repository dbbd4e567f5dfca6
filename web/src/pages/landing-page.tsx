import check from 'bootstrap-icons/icons/check2.svg?raw'
import pencil from 'bootstrap-icons/icons/pencil-square.svg?raw'
import people from 'bootstrap-icons/icons/people.svg?raw'
import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { LinkCard } from '../components/cards.tsx'
import { Icon } from '../components/icon.tsx'
import { usePageHeading } from '../components/page.tsx'
import { isOffline } from '../lib/connection.ts'
import dark from './landing/today-dark.webp'
import light from './landing/today-light.webp'
import phoneDark from './landing/today-phone-dark.webp'
import phoneLight from './landing/today-phone-light.webp'

export default function LandingPage() {
  const title = 'Daily Report Management'
  const heading = usePageHeading(title)
  // The pictures aren't kept for offline use (vite.config.ts).
  const [hasPicture] = useState(() => !isOffline())
  return (
    <div className="page landing">
      <div className="landing-words">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="landing-tagline">Streamlined reporting for development teams</p>
        <ul className="tips landing-points">
          {messages.signIn.landingPoints.map(point => (
            <li key={point}>
              <Icon svg={check} />
              {point}
            </li>
          ))}
        </ul>
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
      {hasPicture && (
        <div className="landing-picture">
          <Picture theme="light" wide={light} phone={phoneLight} />
          <Picture theme="dark" wide={dark} phone={phoneDark} />
        </div>
      )}
    </div>
  )
}

type PictureProps = { theme: 'light' | 'dark'; wide: string; phone: string }

/**
 * `npm run screenshots` takes the pictures in these sizes. The style sheet hides the picture of the other theme, and a
 * browser doesn't load a lazy image that is hidden.
 */
function Picture({ theme, wide, phone }: PictureProps) {
  return (
    <picture className={`landing-${theme}`}>
      <source media="(max-width: 575.98px)" srcSet={phone} width="375" height="560" />
      <img
        src={wide}
        width="1100"
        height="820"
        alt={messages.signIn.landingPicture}
        loading="lazy"
        onError={({ currentTarget }) => {
          currentTarget.hidden = true
        }}
      />
    </picture>
  )
}
