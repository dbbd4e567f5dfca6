import { type FiltersOf, isId } from '../../lib/url.ts'

/** Without a state the list has the open blockers. */
export const blockerFilters = {
  state: (text: string): text is 'resolved' => text === 'resolved',
  userId: isId,
  projectId: isId,
}

export type BlockerFilters = FiltersOf<typeof blockerFilters>
