import done from 'bootstrap-icons/icons/check-circle-fill.svg?raw'
import circle from 'bootstrap-icons/icons/circle.svg?raw'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Icon } from '../../components/icon.tsx'
import { hasMail } from '../../domain/settings.ts'
import { formatWeekdays } from '../../domain/weekdays.ts'
import { type Facts, isCheckedKey } from './first-steps.tsx'
import './first-steps.scss'

type FirstStepsCardProps = { userId: number; facts: Facts; onHide: () => void }

/** What the first admin does on an empty server. The optional steps don't keep the list open. */
export default function FirstStepsCard({ userId, facts, onHide }: FirstStepsCardProps) {
  const { project, people, days, mail, demo } = messages.dashboard.steps
  const { hasProject, hasPeople, settings } = facts
  return (
    <section className="card card-body first-steps" aria-labelledby="first-steps">
      <div className="first-steps-head">
        <div>
          <h2 id="first-steps">{messages.dashboard.firstSteps}</h2>
          <p className="text-body-secondary">{messages.dashboard.firstStepsAbout}</p>
        </div>
        <button type="button" className="btn btn-ghost btn-sm" onClick={onHide}>
          Hide
        </button>
      </div>
      <ol>
        <Step {...project} isDone={hasProject} to={paths.projects()} isNext />
        <Step
          {...people}
          hint={hasMail() ? people.hint : people.hintWithoutMail}
          isDone={hasPeople}
          to={paths.registerUser()}
          isNext={hasProject}
        />
        <Step
          {...days}
          hint={days.hint(formatWeekdays(settings.working_days), settings.time_zone)}
          isDone={settings.is_checked}
          to={paths.settings()}
          // The defaults may be right, and then there is nothing to save.
          onOpen={() => localStorage.setItem(isCheckedKey(userId), 'true')}
          isNext={hasProject && hasPeople}
        />
        {!hasMail() && <Step {...mail} isDone={false} to={paths.settingsOfMail()} />}
        <Step title={demo.title} hint={<Command text={demo.hint} />} isDone={false} />
      </ol>
    </section>
  )
}

type StepProps = {
  title: string
  hint: ReactNode
  isDone: boolean
  /** The next step has the main button. */
  isNext?: boolean
  to?: string
  link?: string
  onOpen?: () => void
}

function Step({ title, hint, isDone, isNext = false, to, link, onOpen }: StepProps) {
  return (
    <li className={isDone ? 'is-done' : undefined}>
      <Icon svg={isDone ? done : circle} />
      <div>
        <p className="first-step-title">{title}</p>
        <p className="first-step-hint">{hint}</p>
      </div>
      {isDone ? (
        <span className="first-step-state">Done</span>
      ) : to ? (
        <Link
          to={to}
          className={isNext ? 'btn btn-primary btn-sm' : 'btn btn-secondary btn-sm'}
          onClick={onOpen}
        >
          {link}
        </Link>
      ) : null}
      {!isDone && <span className="visually-hidden">To do</span>}
    </li>
  )
}

const demoCommand = 'npm run demo'

/** The sentence with its command as code. */
function Command({ text }: { text: (command: string) => string }) {
  const [before, after] = text('\n').split('\n')
  return (
    <>
      {before}
      <code>{demoCommand}</code>
      {after}
    </>
  )
}
