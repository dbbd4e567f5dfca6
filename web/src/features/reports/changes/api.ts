import { useQuery } from '@tanstack/react-query'
import { revisionsReply } from '#shared/contract/reports.ts'
import { request } from '../../../lib/api-client.ts'
import { reportKeys } from '../api.ts'

/** Every version of a report, the current one last. `revision`: a newer version is another answer. */
export function useRevisions(id: number, revision: number) {
  return useQuery({
    queryKey: [...reportKeys.all, 'revisions', id, revision],
    queryFn: ({ signal }) => request({ path: `/reports/${id}/revisions`, reply: revisionsReply, signal }),
  })
}
