import { useId } from 'react'
import type { TaskLog as Log } from '#shared/contract/tasks.ts'
import { formatHours, minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { type Column, DataTable, RowLink } from '../../components/data-table.tsx'
import { Day } from '../../components/day.tsx'
import { PagedList } from '../../components/paged-list.tsx'
import { Placeholder, Skeleton } from '../../components/placeholders.tsx'
import { Clamped, LinkifiedText } from '../../components/text.tsx'
import { formatLongDay } from '../../lib/dates.ts'
import type { useTaskLog } from './api.ts'
import './tasks.scss'

type Row = Log['data'][number] & { key: string }

const description: Column<Row> = {
  header: 'Description',
  place: 'text',
  grows: true,
  cell: row => <LinkifiedText>{row.description}</LinkifiedText>,
}
const hours: Column<Row> = {
  header: 'Hours',
  place: 'aside',
  align: 'end',
  cell: row => formatHours(minutesOf(row.hours)),
}

/** Links to the page on which this user reads the report. */
const report = (pathOf: (id: number) => string, nameOf: (row: Row) => string): Column<Row> => ({
  header: 'Report',
  place: 'action',
  cell: row => <RowLink to={pathOf(row.report_id)} label={`View the report of ${nameOf(row)}`} />,
})

const ofAll: Column<Row>[] = [
  { header: 'Date', place: 'lead', cell: row => <Day date={row.date} /> },
  { header: 'Person', place: 'title', cell: row => <Clamped text={row.user_name} /> },
  description,
  hours,
  report(paths.reviewReport, row => `${row.user_name} for ${formatLongDay(row.date)}`),
]
const ofOwn: Column<Row>[] = [
  { header: 'Date', place: 'title', cell: row => <Day date={row.date} /> },
  description,
  hours,
  report(paths.report, row => formatLongDay(row.date)),
]

type TaskLogProps = {
  log: ReturnType<typeof useTaskLog>
  page: number
  onPage: (page: number) => void
  /** Whether the log contains the rows of all users. */
  isOfAll: boolean
}

/** The rows of reports in which the task was chosen. */
export function TaskLog({ log, page, onPage, isOfAll }: TaskLogProps) {
  const id = useId()
  return (
    <section className="card task-log" aria-labelledby={id}>
      <h2 id={id}>{isOfAll ? 'Logged Time' : 'Your Logged Time'}</h2>
      <Content log={log} page={page} onPage={onPage} isOfAll={isOfAll} />
    </section>
  )
}

function Content({ log, page, onPage, isOfAll }: TaskLogProps) {
  return (
    <PagedList
      query={log}
      skeleton={<Loading />}
      failure={messages.tasks.logFailed}
      plain
      empty={
        <p className="task-log-none text-body-secondary">
          {isOfAll ? messages.tasks.logEmpty : messages.tasks.logEmptyOfYours} {messages.tasks.logHint}
        </p>
      }
      paging={{ page, setPage: onPage }}
      label="Pages of logged time"
    >
      {({ data, pagination }, isBusy) => (
        <DataTable
          label="Logged Time"
          columns={isOfAll ? ofAll : ofOwn}
          rows={data.map((row, index) => ({ ...row, key: `${pagination.page} ${index}` }))}
          rowKey={row => row.key}
          isBusy={isBusy}
        />
      )}
    </PagedList>
  )
}

const Loading = () => (
  <Placeholder>
    <div className="task-log-none">
      <Skeleton width="72%" />
    </div>
  </Placeholder>
)
