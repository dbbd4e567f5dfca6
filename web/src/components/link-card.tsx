import arrow from 'bootstrap-icons/icons/arrow-right.svg?raw'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'

type LinkCardProps = { to: string; icon: string; title: string; children: string }

/** A whole card to click; for assistive technology it is just its title's link. */
export function LinkCard({ to, icon, title, children }: LinkCardProps) {
  return (
    <div className="link-card card">
      <Icon svg={icon} className="link-card-icon" />
      <h2>
        <Link to={to} className="stretched-link">
          {title}
        </Link>
        <Icon svg={arrow} className="link-card-arrow" />
      </h2>
      <p>{children}</p>
    </div>
  )
}
