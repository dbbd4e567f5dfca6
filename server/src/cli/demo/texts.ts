import type { Role } from '#shared/roles.ts'

/** Descriptions of work, by role. */
export const workOf: Partial<Record<Role, readonly string[]>> = {
  developer: [
    'Fixed the time-out when a customer opens more than 200 orders',
    'Reviewed two pull requests and paired on the third',
    'Wrote the migration for the new invoice numbers and ran it on a copy of last month',
    'Search now finds articles by part of their number',
    'Cut the start of the app from 4 s to 1.2 s by loading the map later',
    'Added tests for refunds across months',
    'Upgraded the database driver and watched it for an hour',
    'Offline mode keeps photos until there is a network again',
    'Tracked down the duplicate emails: two workers took the same job',
    'Planning and estimates for the next two weeks',
    'Moved the nightly export to the new scheduler',
    'Replaced the date picker on the order form',
    'Helped support with a customer whose import stopped half way',
    'Sketched how permissions for partner accounts could work',
  ],
  designer: [
    'Second round of the start page, with the shorter headline',
    'Icons for the six order states',
    'Five interviews with people from the field team, notes are in the wiki',
    'Made the colour contrast of all buttons pass',
    'Prototype of the invoice page for tomorrow’s review',
    'Cleaned up the component library: 14 buttons became 4',
    'Empty states for lists and search',
    'Photo selection for the landing page',
    'Worked with Yuki on how the map behaves with one hand',
    'Print style for delivery notes',
  ],
  marketing: [
    'Wrote the March newsletter, 3 subject lines to test',
    'Booked the booth and the screens for the fair',
    'Landing page text for partners',
    'Numbers of the last campaign: 4.1 % clicks, up from 2.8 %',
    'Interview with a customer for the case study',
    'Planned the posts for the next three weeks',
    'Cleaned the mailing list, 1,240 dead addresses removed',
    'Call with the agency about the video',
    'Proofread the new product pages',
    'Collected quotes from three customers',
  ],
}

export const blockers = [
  'Waiting for access to the test system of the payment provider.',
  'The design for the empty basket is missing.',
  'Build machine was down until noon.',
  'Need a decision: do we keep the old invoice numbers?',
  'Legal has not answered about the newsletter consent yet.',
]

/** The current blockers of three users, by first name. */
export const stuckOn: Record<string, string> = {
  Dina: 'Need a decision from finance: do we keep the old invoice numbers?',
  Omar: 'No access to the test system of the new payment provider yet.',
  Lena: 'The texts for the empty basket are missing.',
}

/** How each of `blockers` was resolved. */
export const notes = [
  'Access is there, the mail had gone to spam.',
  'Desi sent it, it is in the project files.',
  'Moved to the new machine.',
  'Decided in the Tuesday meeting: we keep them.',
  'Asked again by phone: the consent text is fine.',
]

/** Changes that reviewers ask for. */
export const askedFor = [
  'Could you say what the cause was, and how long the fix took?',
  'Which of these is finished, and which goes on tomorrow?',
] as const

export const plans = [
  'Finish this and get it reviewed.',
  'Talk to support about what they hear most.',
  'Write the tests, then merge.',
  'First half: review. Second half: the open bugs.',
  'Show it to the team and collect remarks.',
  'Prepare Thursday’s demo.',
]

/** Plans at the end of the last working day, by role. */
export const plansOf: Partial<Record<Role, string>> = {
  developer:
    '- Finish the review of the import\n- Call support about the two open tickets\n- [ ] Write down how the export is started again',
  designer:
    '1. Second draft of the order page\n2. Show the icons to the field team\n3. Answer the remarks on the prototype',
  marketing:
    '- Send the draft of the newsletter to Priya\n- Numbers of last week\n- Find a photographer for the fair',
}

/** A row of every report of the last weeks. */
export const everyDay = 'Daily stand-up'

/** A recent comment that is not answered yet. */
export const unanswered = 'This would be good to show on Thursday. Could you bring two slides?'

/** Comments of the last hour. */
export const inboxTalk = {
  question: 'Good progress. Is it safe to run the import twice?',
  answer: 'Yes, the second run changes nothing. I added a test for it.',
  reply: 'Perfect, then let us switch it on for two customers first.',
  mention: 'could you two show this on Thursday? Five minutes are enough.',
  done: 'Watched it for an hour: no errors, and slightly faster.',
  resolved: 'They answered by phone, it is settled.',
} as const

export const questions = [
  'Nice. How long until customers see it?',
  'Is there anything you need from me for this?',
  'Good find! Could you write two lines about the cause for the wiki?',
  'That took longer than planned, what was in the way?',
  'Thanks for helping out there.',
]

export const answers = [
  'It goes out with Tuesday’s release.',
  'No, I am fine. Thank you!',
  'Will do, first thing tomorrow.',
  'Mostly waiting for the test data. It is there now.',
  'Gladly!',
]
