export const comment = {
  required: 'Please write a comment first.',
  parentMissing: 'The comment you reply to is not part of this report.',
  tooDeep: 'This thread is as deep as it goes. Please reply one level higher.',
  replyFailed: 'Failed to add reply. Please try again.',
  commentFailed: 'Failed to add comment. Please try again.',
  noneYet: 'No comments yet. When somebody writes one, you will find it here.',
} as const
