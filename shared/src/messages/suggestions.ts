export const suggestions = {
  unlink: (title: string) =>
    `"${title}" belongs to another project. With the new project, this row no longer counts for the task.`,
  sentOffline: "Today's report was already sent, and you can only edit it online.",
} as const
