import { useState } from 'react'
import type { Report, Revision } from '#shared/contract/reports.ts'
import { messages } from '#shared/messages.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { SelectField } from '../../../components/fields.tsx'
import { Placeholder, Skeleton, usePlaceholder } from '../../../components/placeholders.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { formatInstant } from '../../../lib/dates.ts'
import { useRevisions } from '../api.ts'
import { Differences } from './differences.tsx'
import './changes.scss'

type ChangesDialogProps = { report: Pick<Report, 'id' | 'revision'>; onClose: () => void }

/** Compares two versions of a report: the last two at first, then any two that the user selects. */
export default function ChangesDialog({ report, onClose }: ChangesDialogProps) {
  const { data, isPending, refetch } = useRevisions(report.id, report.revision)
  const isWaiting = usePlaceholder(isPending)

  function content() {
    if (isWaiting) return <ChangesSkeleton />
    if (!data)
      return <ErrorState plain message={messages.reports.revisionsFailed} onRetry={() => void refetch()} />
    if (data.data.length < 2) return <p className="text-body-secondary">{messages.reports.noRevisions}</p>
    return <TwoVersions versions={data.data} />
  }

  return (
    <Dialog title="Changes" onClose={onClose}>
      <div className="changes">
        <p className="changes-quiet">{messages.reports.edited}</p>
        {content()}
      </div>
    </Dialog>
  )
}

function TwoVersions({ versions }: { versions: readonly Revision[] }) {
  const [chosen, setChosen] = useState<{ before?: number; after?: number }>({})
  const before = versions.find(({ number }) => number === chosen.before) ?? versions.at(-2)
  const after = versions.find(({ number }) => number === chosen.after) ?? versions.at(-1)
  if (!before || !after) return null
  return (
    <>
      <div className="changes-choice">
        <VersionSelect
          label="Before"
          versions={versions}
          value={before.number}
          onChange={number => setChosen({ ...chosen, before: number })}
        />
        <VersionSelect
          label="After"
          versions={versions}
          value={after.number}
          onChange={number => setChosen({ ...chosen, after: number })}
        />
      </div>
      <Differences key={`${before.number} ${after.number}`} before={before} after={after} />
    </>
  )
}

type VersionSelectProps = {
  label: string
  versions: readonly Revision[]
  value: number
  onChange: (number: number) => void
}

function VersionSelect({ label, versions, value, onChange }: VersionSelectProps) {
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChange(Number(target.value))}>
      {versions.map(({ number, saved_at }, index) => (
        <option key={number} value={number}>
          {index === versions.length - 1 ? 'Current' : `Version ${number}`} · {formatInstant(saved_at)}
        </option>
      ))}
    </SelectField>
  )
}

function ChangesSkeleton() {
  return (
    <Placeholder>
      <div className="changes-choice">
        <Skeleton height="2.5rem" />
        <Skeleton height="2.5rem" />
      </div>
      <Skeleton width="6rem" />
      <Skeleton width="88%" />
      <Skeleton width="64%" />
      <Skeleton width="72%" />
    </Placeholder>
  )
}
