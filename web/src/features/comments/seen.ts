// Which comments the user has seen on this device: of each report the last one.

/** Older reports have no new comments. */
const reportsKept = 30

const keyOf = (userId: number) => `seen-comments-${userId}`

function read(userId: number): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}')
  } catch {
    return {}
  }
}

/** Has the report been opened since this comment was written? Ids only grow. */
export function seenBy(userId: number) {
  const seen = read(userId)
  return ({ id, report_id }: { id: number; report_id: number }) => id <= (seen[report_id] ?? 0)
}

export function markSeen(userId: number, reportId: number, commentId: number) {
  const seen = read(userId)
  if (commentId <= (seen[reportId] ?? 0)) return
  const latest = Object.entries({ ...seen, [reportId]: commentId })
    .sort(([one], [other]) => Number(other) - Number(one))
    .slice(0, reportsKept)
  localStorage.setItem(keyOf(userId), JSON.stringify(Object.fromEntries(latest)))
}
