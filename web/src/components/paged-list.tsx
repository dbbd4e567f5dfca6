import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { Pagination } from '#shared/contract/replies.ts'
import { limits } from '#shared/limits.ts'
import { usePageInUrl } from '../lib/url.ts'
import { Pager } from './pager.tsx'
import { usePlaceholder } from './placeholders.tsx'
import { ErrorState } from './states.tsx'

type ListPage = { data: readonly unknown[]; pagination: Pagination }
/** The two specified lists of reports have their totals beside the rows. */
type ReportsPage = { reports: readonly unknown[]; page: number; total: number; totalPages: number }

type PagedListProps<Data extends ListPage | ReportsPage> = {
  query: {
    data: Data | null | undefined
    error: unknown
    isPending: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  skeleton: ReactNode
  /** Whether the skeleton is shown, if the screen decides this itself. */
  isLoading?: boolean
  failure: string | ((error: unknown) => string)
  /** True inside a card: the error then has no frame of its own. */
  plain?: boolean
  empty: ReactNode
  /** Where the page is kept; by default in the URL. */
  paging?: { page: number; setPage: (page: number, options?: { replace: boolean }) => void }
  /** In place of "11–20 of 34". */
  status?: string | undefined
  /** Whether a single page says its range too. */
  countsOne?: boolean
  /** The user hovers or focuses a page's button: the page can be prefetched. */
  onIntent?: ((page: number) => void) | undefined
  /** Tells several pagers of one screen apart. */
  label?: string | undefined
  children: (data: Data, isBusy: boolean) => ReactNode
}

/** A list of pages in its four states: loading, failed, empty and filled. A page that no longer exists becomes the last one. */
export function PagedList<Data extends ListPage | ReportsPage>(props: PagedListProps<Data>) {
  const { query, skeleton, failure, plain = false, empty, status, onIntent, label, children } = props
  const { data, error, isPending, isPlaceholderData, refetch } = query
  const inUrl = usePageInUrl()
  const { page, setPage } = props.paging ?? inUrl
  const isPlaceholder = usePlaceholder(isPending)
  const shape = data ? shapeOf(data) : undefined
  const last = Math.max(1, shape?.pages ?? 1)
  // Placeholder data doesn't tell which pages there are: it belongs to another page or to other filters.
  const isGone = shape !== undefined && page > last && !isPlaceholderData

  const showLast = useEffectEvent(() => setPage(last, { replace: true }))
  useEffect(() => {
    if (isGone) showLast()
  }, [isGone])

  if (props.isLoading ?? isPlaceholder) return skeleton
  if (!data || !shape) {
    const message = typeof failure === 'string' ? failure : failure(error)
    return <ErrorState plain={plain} message={message} onRetry={() => void refetch()} />
  }
  if (isGone) return null
  if (shape.total === 0) return empty

  return (
    <>
      {children(data, isPlaceholderData)}
      {(shape.pages > 1 || props.countsOne) && (
        <div className="list-end">
          <p className="text-body-secondary tabular" role="status">
            {status ?? rangeOf(shape)}
          </p>
          <Pager page={page} pages={shape.pages} onPage={setPage} onIntent={onIntent} label={label} />
        </div>
      )}
    </>
  )
}

type Shape = Pagination & { count: number }

function shapeOf(data: ListPage | ReportsPage): Shape {
  if ('pagination' in data) return { ...data.pagination, count: data.data.length }
  const { page, total, totalPages, reports } = data
  return { page, limit: limits.pageSize, total, pages: totalPages, count: reports.length }
}

/** "11–20 of 1,034" */
function rangeOf({ page, limit, total, count }: Shape): string {
  const first = (page - 1) * limit + 1
  return `${first.toLocaleString()}–${(first + count - 1).toLocaleString()} of ${total.toLocaleString()}`
}
