export const dashboard = {
  reminder: 'Remember to submit your daily report by 11:59 PM.',
  tips: [
    'Add tasks as you finish them, while the details are fresh.',
    'Pick a project and enter hours for every task. 1.30 means 1 hour 30 minutes.',
    'Mention blockers early and say what would help. Reviewers look for them first.',
    "Keep tomorrow's plan to your top priorities.",
  ],
} as const
