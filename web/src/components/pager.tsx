import { usePagination } from '@mantine/hooks'
import chevronDoubleLeft from 'bootstrap-icons/icons/chevron-double-left.svg?raw'
import chevronDoubleRight from 'bootstrap-icons/icons/chevron-double-right.svg?raw'
import chevronLeft from 'bootstrap-icons/icons/chevron-left.svg?raw'
import chevronRight from 'bootstrap-icons/icons/chevron-right.svg?raw'
import { Icon } from './icon.tsx'

type PagerProps = {
  page: number
  pages: number
  onPage: (page: number) => void
  /** The user hovers or focuses a page's button: the page can be prefetched. */
  onIntent?: ((page: number) => void) | undefined
  /** Tells several pagers of one screen apart. */
  label?: string | undefined
}

export function Pager({ page, pages, onPage, onIntent, label = 'Pages' }: PagerProps) {
  const { range } = usePagination({ total: pages, page, onChange: onPage, siblings: 1, boundaries: 1 })
  if (pages <= 1) return null

  const intentOf = (target: number) =>
    onIntent && { onPointerEnter: () => onIntent(target), onFocus: () => onIntent(target) }

  const step = (name: string, icon: string, target: number) => {
    const reachable = target >= 1 && target <= pages && target !== page
    return (
      <li className={`page-item ${reachable ? '' : 'disabled'}`}>
        <button
          type="button"
          className="page-link"
          aria-label={name}
          disabled={!reachable}
          onClick={() => onPage(target)}
          {...intentOf(target)}
        >
          <Icon svg={icon} />
        </button>
      </li>
    )
  }

  return (
    <nav aria-label={label}>
      <ul className="pagination">
        {step('First page', chevronDoubleLeft, 1)}
        {step('Previous page', chevronLeft, page - 1)}
        {range.map((entry, index) =>
          entry === 'dots' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the two ellipses differ only by their place
            <li key={`dots-${index}`} className="page-item page-dots" aria-hidden="true">
              …
            </li>
          ) : (
            <li key={entry} className={`page-item ${entry === page ? 'active' : ''}`}>
              <button
                type="button"
                className="page-link"
                aria-label={`Page ${entry}`}
                aria-current={entry === page ? 'page' : undefined}
                onClick={() => onPage(entry)}
                {...intentOf(entry)}
              >
                {entry}
              </button>
            </li>
          ),
        )}
        {step('Next page', chevronRight, page + 1)}
        {step('Last page', chevronDoubleRight, pages)}
      </ul>
    </nav>
  )
}
