export const suggestions = {
  unlink: (title: string) =>
    `"${title}" belongs to another project, so this row will no longer count toward it.`,
  sentOffline: "Today's report was already sent. Go online to edit it.",
} as const
