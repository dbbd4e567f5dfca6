import link from 'bootstrap-icons/icons/link-45deg.svg?raw'
import { Link } from 'react-router'
import { Icon } from '../components/icon.tsx'

type RowTaskProps = {
  /** Null: the time was for no task. */
  title: string | null
  /** What the row says was done. */
  description: string
  /** The task's page; absent: the reader may not open it. */
  to: string | undefined
}

/** Below what was done: the task that the time was for. A title that the row already says is not said again. */
export function RowTask({ title, description, to }: RowTaskProps) {
  const isSaid = title?.trim() === description.trim()
  if (title === null || (isSaid && to === undefined)) return null
  return (
    <div className={`row-task ${isSaid ? 'only-screen' : ''}`}>
      <Icon svg={link} />
      {isSaid ? null : <span className="visually-hidden">Task: </span>}
      {to === undefined ? <span>{title}</span> : <Link to={to}>{isSaid ? 'Open task' : title}</Link>}
    </div>
  )
}
