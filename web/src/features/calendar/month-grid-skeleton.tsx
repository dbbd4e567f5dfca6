import { Skeleton } from '../../components/skeleton.tsx'
import { Weekdays } from './month-grid.tsx'
import { weeksOf } from './weeks.ts'

/** The month to come, with its days in their places. */
export function MonthGridSkeleton({ days }: { days: readonly string[] }) {
  const weeks = weeksOf(days.map(date => ({ date })))
  return (
    <div className="month">
      <table className="month-grid">
        <Weekdays week={weeks[1]} />
        <tbody>
          {weeks.map((week, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes that never change their order
            <tr key={index}>
              <th className="week-head">
                <Skeleton width="5rem" />
              </th>
              {week.map((day, weekday) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same
                <td key={weekday} className={day ? undefined : 'day-blank'}>
                  {day && (
                    <span className="day">
                      <span className="day-number">{Number(day.date.slice(8))}</span>
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="selection-line" />
    </div>
  )
}
