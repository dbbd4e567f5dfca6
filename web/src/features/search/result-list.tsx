import { Link } from 'react-router'
import type { SearchHit } from '#shared/contract/search.ts'
import { limits } from '#shared/limits.ts'
import { Icon } from '../../components/icon.tsx'
import { Placeholder, Skeleton } from '../../components/placeholders.tsx'
import { Facts } from './facts.tsx'
import { factsOf, kinds, linesOf } from './hit-parts.ts'
import { Marked } from './marked.tsx'
import './results.scss'

type ResultListProps = { hits: readonly SearchHit[]; searched: string; isBusy: boolean; onOpen: () => void }

/** The hits of one page, each with its kind, the text around the words, and where it is from. */
export function ResultList({ hits, searched, isBusy, onOpen }: ResultListProps) {
  return (
    <ul className="results card" aria-label="Results" aria-busy={isBusy}>
      {hits.map(hit => (
        <Result key={`${hit.type} ${hit.id}`} hit={hit} searched={searched} onOpen={onOpen} />
      ))}
    </ul>
  )
}

type ResultProps = { hit: SearchHit; searched: string; onOpen: () => void }

function Result({ hit, searched, onOpen }: ResultProps) {
  const { title, below } = linesOf(hit, searched)
  const { one, icon } = kinds[hit.type]
  return (
    <li className="result">
      <Icon svg={icon} />
      <div className="result-text">
        <Link to={hit.link} className="result-title stretched-link" onClick={onOpen}>
          <span className="visually-hidden">{one}: </span>
          <Marked parts={title} />
        </Link>
        {below.length > 0 && (
          <p className="result-snippet">
            <Marked parts={below} />
          </p>
        )}
        <p className="result-facts">
          <Facts facts={[one, ...factsOf(hit)]} />
        </p>
      </div>
    </li>
  )
}

export function ResultListSkeleton() {
  return (
    <Placeholder>
      <div className="results card">
        {Array.from({ length: limits.pageSize }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal rows
          <div key={row} className="result">
            <span className="icon" />
            <div className="result-text">
              <p className="result-title">
                <Skeleton width={`${40 + ((row * 17) % 30)}%`} />
              </p>
              <p className="result-snippet">
                <Skeleton width={`${65 + ((row * 23) % 30)}%`} />
              </p>
              <p className="result-facts">
                <Skeleton width="12rem" />
              </p>
            </div>
          </div>
        ))}
      </div>
    </Placeholder>
  )
}
