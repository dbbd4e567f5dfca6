export const dashboard = {
  reminder: 'Remember to submit your daily report by 11:59 PM.',
  tips: [
    'Write down tasks as you finish them; the evening remembers less than you think.',
    'Give every task its project and its hours: 1.30 means one hour and thirty minutes.',
    'Name blockers early, with what would help. That is what reviewers look for first.',
    "Keep tomorrow's plan to the few things that matter.",
  ],
} as const
