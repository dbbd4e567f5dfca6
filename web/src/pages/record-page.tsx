import journal from 'bootstrap-icons/icons/journal-text.svg?raw'
import { Navigate } from 'react-router'
import { messages } from '#shared/messages.ts'
import { Alert } from '../components/alert.tsx'
import { Page } from '../components/page.tsx'
import { Pager } from '../components/pager.tsx'
import { usePlaceholder } from '../components/placeholders.tsx'
import { EmptyState, ErrorState } from '../components/states.tsx'
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

function Entries({
  record: { data, isPending, isPlaceholderData, refetch },
  isFiltered,
  onClear,
}: EntriesProps) {
  const { page, setPage, lastPageHref } = usePageInUrl()
  if (usePlaceholder(isPending)) return <RecordSkeleton />
  if (!data) return <ErrorState message={messages.record.loadFailed} onRetry={() => void refetch()} />
  const { pages, total } = data.pagination
  const lastPage = lastPageHref(pages, isPlaceholderData)
  if (lastPage) return <Navigate to={lastPage} replace />
  if (total === 0)
    return (
      <EmptyState
        icon={journal}
        title={isFiltered ? messages.record.noneOfFilter : messages.record.none}
        action={
          <button type="button" className="btn btn-secondary" onClick={onClear}>
            Show the last week
          </button>
        }
      />
    )
  return (
    <>
      {isCut(total) && <Alert variant="info">{messages.record.many}</Alert>}
      <RecordList entries={data.data} isBusy={isPlaceholderData} />
      {pages > 1 && (
        <div className="list-end">
          <Pager page={page} pages={pages} onPage={setPage} />
        </div>
      )}
    </>
  )
}

const countOf = (total: number) =>
  isCut(total)
    ? `${total.toLocaleString()} entries or more`
    : `${total.toLocaleString()} ${total === 1 ? 'entry' : 'entries'}`
