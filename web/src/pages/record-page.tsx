import journal from 'bootstrap-icons/icons/journal-text.svg?raw'
import { messages } from '#shared/messages.ts'
import { Alert } from '../components/alert.tsx'
import { Page } from '../components/page.tsx'
import { PagedList } from '../components/paged-list.tsx'
import { EmptyState } from '../components/states.tsx'
import { ExportButtons, ExportNotice } from '../features/exports/export-buttons.tsx'
import { useExport } from '../features/exports/use-export.ts'
import { isCut, recordFile, useRecord } from '../features/record/api.ts'
import { RecordFilterBar } from '../features/record/record-filter-bar.tsx'
import { useRecordFilters } from '../features/record/record-filters.ts'
import { RecordList, RecordSkeleton } from '../features/record/record-list.tsx'
import { useUsers } from '../features/users/api.ts'
import { useToday } from '../lib/dates.ts'
import { usePageInUrl } from '../lib/url.ts'

export default function RecordPage() {
  const { filters, count, change, isFiltered, clear } = useRecordFilters()
  const { page } = usePageInUrl()
  const record = useRecord(filters, page)
  const users = useUsers()
  const today = useToday()
  const run = useExport()
  const total = record.data?.pagination.total
  return (
    <Page
      title={messages.record.title}
      isList
      subtitle={total === undefined ? '\u00a0' : countOf(total)}
      action={
        <ExportButtons
          run={run}
          choices={[
            { label: 'CSV', file: recordFile(filters, 'csv', today), title: 'Export as CSV' },
            { label: 'JSON Lines', file: recordFile(filters, 'jsonl', today), title: 'Export as JSON Lines' },
          ]}
        />
      }
    >
      <ExportNotice run={run} />
      <RecordFilterBar filters={filters} count={count} onChange={change} users={users.data} />
      <Entries record={record} isFiltered={isFiltered} onClear={clear} />
    </Page>
  )
}

type EntriesProps = { record: ReturnType<typeof useRecord>; isFiltered: boolean; onClear: () => void }

function Entries({ record, isFiltered, onClear }: EntriesProps) {
  const { page = 1, pages = 1, total } = record.data?.pagination ?? {}
  return (
    <PagedList
      query={record}
      skeleton={<RecordSkeleton />}
      // The number of all entries isn't known then.
      status={total !== undefined && isCut(total) ? messages.general.page(page, pages) : undefined}
      failure={messages.record.loadFailed}
      empty={
        <EmptyState
          icon={journal}
          title={isFiltered ? messages.record.noneOfFilter : messages.record.none}
          action={
            <button type="button" className="btn btn-secondary" onClick={onClear}>
              Show the last week
            </button>
          }
        />
      }
    >
      {({ data, pagination }, isBusy) => (
        <>
          {isCut(pagination.total) && <Alert variant="info">{messages.record.many}</Alert>}
          <RecordList entries={data} isBusy={isBusy} />
        </>
      )}
    </PagedList>
  )
}

const countOf = (total: number) =>
  isCut(total)
    ? `${total.toLocaleString()} entries or more`
    : `${total.toLocaleString()} ${total === 1 ? 'entry' : 'entries'}`
