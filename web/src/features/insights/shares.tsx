import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { formatHours } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { Swatch } from '../../components/chart/stacked-bars.tsx'
import { takeFocus } from '../../lib/focus.ts'
import { type HoursOf, partsMax, shareOf } from './hours-picture.ts'
import './insights.scss'

const texts = messages.insights

/** With this hash in the URL, the list is shown whole. The part "Other" of the picture links to it. */
export const othersHash = '#others'

type SharesProps = {
  group: string
  rows: HoursOf[]
  total: number
  /** The part "Other", and how many it stands for. */
  other: (HoursOf & { count: number }) | undefined
  hrefOf: (row: HoursOf) => string
}

/** The legend of the picture, with the hours of each part. "Show all" lists those that the picture shows as "Other". */
export function Shares({ group, rows, total, other, hrefOf }: SharesProps) {
  const [isWhole, setIsWhole] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every press of the part "Other" has a new key
  useEffect(() => {
    if (hash !== othersHash) return
    setIsWhole(true)
    takeFocus(box.current)
  }, [hash, key])
  const shown = isWhole ? rows : rows.slice(0, partsMax)
  return (
    <div ref={box} className="insight-shares" tabIndex={-1}>
      <table className="insight-table">
        <thead>
          <tr>
            <th scope="col">{group}</th>
            <th scope="col" className="cell-end">
              Hours
            </th>
            <th scope="col" className="cell-end">
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(row => (
            <tr key={row.id}>
              <th scope="row">
                <span className="insight-name">
                  {row.look && <Swatch look={row.look} />}
                  <Link to={hrefOf(row)}>{row.name}</Link>
                </span>
              </th>
              <td className="cell-end">{formatHours(row.total)}</td>
              <td className="cell-end">{shareOf(row.total, total)}</td>
            </tr>
          ))}
          {other && !isWhole && (
            <tr>
              <th scope="row">
                <span className="insight-name">
                  {other.look && <Swatch look={other.look} />}
                  {texts.other(other.count)}
                </span>
              </th>
              <td className="cell-end">{formatHours(other.total)}</td>
              <td className="cell-end">{shareOf(other.total, total)}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td className="cell-end">{formatHours(total)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
      {rows.length > partsMax && (
        <button
          type="button"
          className="btn btn-secondary btn-sm"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? texts.showFewer : texts.showAll(rows.length)}
        </button>
      )}
    </div>
  )
}
