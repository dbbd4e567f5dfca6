import { useNotifications } from './api.ts'

/** More would push the rest of the dashboard off the screen; the inbox has them all. */
const shown = 2

/** The newest that the user hasn't read. */
export function useNewNotifications() {
  const { data, isPending } = useNotifications({ unread: 'true', limit: shown })
  const unread = data?.data.filter(({ read_at }) => read_at === null) ?? []
  return { newest: unread.slice(0, shown), unread: data?.unread ?? 0, isPending }
}
