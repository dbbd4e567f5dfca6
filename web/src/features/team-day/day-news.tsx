import { useState } from 'react'
import type { TeamDay, TeamDayEntry } from '#shared/contract/team-day.ts'
import { messages } from '#shared/messages.ts'
import { formatWeekdayDay } from '../../lib/dates.ts'
import { type DayQuery, type News, useNews, useReloadDay } from './api.ts'

/** New reports on the server, and reloading the day with them. `onShown` gets the first new entry after that. */
export function useShowNews(
  filters: DayQuery,
  day: TeamDay,
  onShown: (first: TeamDayEntry | undefined) => void,
) {
  const news = useNews(filters, day)
  const reload = useReloadDay(filters)
  const [isFailed, setIsFailed] = useState(false)

  async function show() {
    setIsFailed(false)
    try {
      const [first] = await reload()
      onShown(first)
    } catch {
      setIsFailed(true)
    }
  }

  return { news, show, isFailed, dismissFailure: () => setIsFailed(false) }
}

export function NewsButton({ news, onShow }: { news: News | undefined; onShow: () => void }) {
  const words = news && [
    news.date !== undefined && messages.teamDay.showDay(formatWeekdayDay(news.date)),
    news.arrived > 0 && messages.teamDay.arrived(news.arrived),
    news.edited > 0 && messages.teamDay.edited(news.edited),
  ]
  const text = words?.filter(Boolean).join(', ')
  return (
    <div className="today-news" role="status">
      {text && (
        <button type="button" className="btn btn-primary btn-sm" onClick={onShow}>
          {text}
        </button>
      )}
    </div>
  )
}
