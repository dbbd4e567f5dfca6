import { useQuery } from '@tanstack/react-query'
import chat from 'bootstrap-icons/icons/chat-left-text.svg?raw'
import { Link } from 'react-router'
import { type NewComment, newCommentsReply } from '#shared/contract/new-comments.ts'
import { paths } from '../../app/paths.ts'
import { Clamped } from '../../components/clamped.tsx'
import { Icon } from '../../components/icon.tsx'
import { request } from '../../lib/api-client.ts'
import { formatWeekdayDay } from '../../lib/format.ts'
import { seenBy } from './seen.ts'
import './new-comments.scss'

/** More would push the rest of the dashboard off the screen. */
const shown = 3

/** What others wrote on the user's reports, until the user answers or opens the report on this device. */
export function useNewComments(userId: number) {
  const { data, isPending } = useQuery({
    // Below the reports' own key: an edited report answers what was said about it.
    queryKey: ['reports', 'new-comments'],
    queryFn: ({ signal }) => request({ path: '/comments/new', reply: newCommentsReply, signal }),
  })
  const isSeen = seenBy(userId)
  return { comments: data?.comments.filter(comment => !isSeen(comment)).slice(0, shown) ?? [], isPending }
}

export function NewComments({ comments }: { comments: readonly NewComment[] }) {
  if (comments.length === 0) return null
  return (
    <section className="card new-comments" aria-labelledby="new-comments">
      <h2 id="new-comments">New comments</h2>
      <ul>
        {comments.map(({ id, report_id, date, user_name, text }) => (
          <li key={id}>
            <Icon svg={chat} className="new-comment-sign" />
            <p>
              <Link to={paths.report(report_id, id)}>
                {user_name} on {formatWeekdayDay(date, 'short')}
              </Link>
              <Clamped text={text} lines={1} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
