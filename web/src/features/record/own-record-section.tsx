import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { Section } from '../../components/page.tsx'
import { PagedList } from '../../components/paged-list.tsx'
import type { SectionLink } from '../../components/sections.tsx'
import { providerName } from '../../domain/settings.ts'
import { failureText } from '../../lib/api-error.ts'
import { useEndOwnAccess } from '../account/api.ts'
import { useOwnRecord } from './api.ts'
import { RecordList, RecordSkeleton } from './record-list.tsx'

type OwnRecordSectionProps = {
  heading: SectionLink
  /** All sign-ins have ended, this one too. */
  onEnded: () => void
}

/** The user's sign-ins and what their tokens did, and a button that ends all of them. */
export function OwnRecordSection({ heading, onEnded }: OwnRecordSectionProps) {
  const [page, setPage] = useState(1)
  const [isAsking, setIsAsking] = useState(false)
  const record = useOwnRecord(page)
  const end = useEndOwnAccess()
  const provider = providerName()
  if (record.data === null) return null
  return (
    <Section {...heading} about={messages.record.own}>
      <PagedList
        query={record}
        skeleton={<RecordSkeleton rows={3} level={3} />}
        failure={messages.record.loadFailed}
        plain
        empty={<p className="text-body-secondary">{messages.record.noneOwn}</p>}
        paging={{ page, setPage }}
      >
        {({ data }, isBusy) => <RecordList entries={data} isBusy={isBusy} level={3} />}
      </PagedList>
      <div className="section-actions">
        <button type="button" className="btn btn-secondary" onClick={() => setIsAsking(true)}>
          {messages.record.endAll}
        </button>
      </div>
      {isAsking && (
        <Confirm
          title={messages.record.endAll}
          confirmLabel="End all"
          busyLabel="Ending..."
          busy={end.isPending}
          onConfirm={() => end.mutate(undefined, { onSuccess: onEnded })}
          onCancel={() => setIsAsking(false)}
        >
          {end.error && <Alert variant="danger">{failureText(end.error, messages.record.endFailed)}</Alert>}
          <p>{messages.record.endOwnQuestion}</p>
          {provider !== undefined && <p>{messages.record.endLeavesLinked(provider)}</p>}
        </Confirm>
      )}
    </Section>
  )
}
