export const dashboard = {
  reminder: 'Remember to submit your daily report by 11:59 PM.',
  firstSteps: 'First steps',
  firstStepsAbout: 'A few things to do before the first report.',
  steps: {
    project: { title: 'Add a project', hint: 'Every task of a report belongs to one.', link: 'Add project' },
    people: {
      title: 'Invite people',
      hint: 'They get a link to choose their password.',
      hintWithoutMail: 'You get a link for each of them to pass on.',
      link: 'Invite people',
    },
    days: {
      title: 'Check working days and time zone',
      hint: (days: string, zone: string) => `Now: ${days}, ${zone}.`,
      link: 'Open settings',
    },
    mail: {
      title: 'Set up email (optional)',
      hint: 'For invitations, reminders and the morning summary.',
      link: 'See how',
    },
    demo: {
      title: 'See the demo (optional)',
      hint: (command: string) => `On your computer, run ${command} to try the app with a made-up team.`,
    },
  },
  tips: [
    'Add tasks as you finish them, while the details are fresh.',
    'Pick a project and enter hours for every task. 1.30 means 1 hour 30 minutes.',
    'Mention blockers early and say what would help. Reviewers look for them first.',
    "Keep tomorrow's plan to your top priorities.",
  ],
} as const
