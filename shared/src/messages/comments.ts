import { limits } from '../limits.ts'

export const comments = {
  required: 'Write a comment first.',
  parentMissing: "The comment you're replying to isn't on this report.",
  tooDeep: "You can't reply at this level. Reply to the comment above instead.",
  tooMany: `A report can have at most ${limits.commentsMax} comments.`,
  tooManyMentions: `A comment can mention at most ${limits.mentionsMax} people.`,
  replyFailed: 'Failed to add reply. Please try again.',
  commentFailed: 'Failed to add comment. Please try again.',
  noneYet: 'No comments yet.',
} as const
