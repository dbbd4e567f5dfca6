import { useId } from 'react'
import { Link } from 'react-router'
import type { SummaryLine, SummarySection } from '#shared/summary-words.ts'
import { BlockerAge } from '../../domain/report-marks.tsx'

/** A section of a summary. Its texts are from summary-words.ts, which the mail uses too. */
export function SummaryPart({ heading, text, names = [], lines = [], more }: SummarySection) {
  const id = useId()
  return (
    <section className="summary-part" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {text && <p>{text}</p>}
      {names.length > 0 && <Names names={names} label={heading} />}
      {lines.length > 0 && <Lines lines={lines} label={heading} />}
      {more && (
        <p>
          <Link to={more.path}>{more.text}</Link>
        </p>
      )}
    </section>
  )
}

/** The names are inline, so that two hundred still fit on a screen. */
function Names({ names, label }: { names: readonly SummaryLine[]; label: string }) {
  return (
    <ul className="summary-names" aria-label={label}>
      {names.map(({ text, path, notes }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two users may have the same name; the list never changes its order
        <li key={`${text} ${index}`}>
          <Link to={path}>{text}</Link>
          {notes.map(note => (
            <span key={note} className="summary-note">
              {' '}
              {note}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}

function Lines({ lines, label }: { lines: readonly SummaryLine[]; label: string }) {
  const [{ share, age } = {}] = lines
  if (share !== undefined) return <Bars lines={lines} label={label} />
  return (
    <ul className={age === undefined ? 'summary-rows' : 'summary-blockers'} aria-label={label}>
      {lines.map(({ text, path, notes, age }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two blockers may say the same
        <li key={`${text} ${index}`}>
          <Link to={path}>{text}</Link>
          <span className="summary-notes">
            {age !== undefined && <BlockerAge days={age} />}
            {(age === undefined ? notes : notes.slice(1)).map(note => (
              <span key={note}>{note}</span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Bars({ lines, label }: { lines: readonly SummaryLine[]; label: string }) {
  return (
    <ul className="summary-bars" aria-label={label}>
      {lines.map(({ text, path, notes: [hours, change], share = 0 }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a project that was deleted may have the name of another
        <li key={`${text} ${index}`}>
          <Link to={path}>{text}</Link>
          <span className="summary-bar" aria-hidden="true">
            <span style={{ width: `${Math.round(share * 100)}%` }} />
          </span>
          <span className="summary-hours">{hours}</span>
          <span className="summary-change">{change}</span>
        </li>
      ))}
    </ul>
  )
}
