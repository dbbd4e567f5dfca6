import trash from 'bootstrap-icons/icons/trash3.svg?raw'
import type { Holiday } from '#shared/contract/settings.ts'
import { IconButton } from '../../components/icon-button.tsx'
import { formatLongDay } from '../../lib/format.ts'

type HolidayListProps = {
  label: string
  holidays: readonly Holiday[]
  isBusy: boolean
  onDelete: (holiday: Holiday) => void
}

export function HolidayList({ label, holidays, isBusy, onDelete }: HolidayListProps) {
  return (
    <ul className="holidays" aria-label={label}>
      {holidays.map(holiday => (
        <li key={holiday.id}>
          <span className="holiday-name">{holiday.name}</span>
          <time dateTime={holiday.date}>{formatLongDay(holiday.date)}</time>
          <IconButton
            icon={trash}
            label={`Delete ${holiday.name}, ${formatLongDay(holiday.date)}`}
            hint="Delete"
            variant="danger"
            disabled={isBusy}
            onClick={() => onDelete(holiday)}
          />
        </li>
      ))}
    </ul>
  )
}
