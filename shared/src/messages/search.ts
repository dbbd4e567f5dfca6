export const search = {
  empty: 'Type something to search for',
  tooSlow: 'Try more words.',
  failed: 'Search failed. Please try again.',
  offline: "You're offline. Searching needs a connection.",
  none: (text: string) => `Nothing found for “${text}”.`,
  noneOfTeam: (text: string) => `Nothing from these people found for “${text}”.`,
  indexing: (done: number, total: number) =>
    `Older texts are still being read (${done.toLocaleString()} of ${total.toLocaleString()}), so some results are missing.`,
  found: (count: number) => `${count.toLocaleString()} ${count === 1 ? 'result' : 'results'}`,
  seeAll: (text: string) => `See all results for “${text}”`,
  start: 'Search reports, comments, tasks and projects.',
  startHint: 'Every word has to occur, in any order. The beginning of a word is enough.',
  hint: 'Try fewer words, or only the beginning of a word.',
} as const
