import { formatCount } from '../numbers.ts'
export const hours = {
  ofYourTeams: 'Of your teams',
  noneToTrack: 'No projects found. Create projects to track their hours.',
  noHours: 'No hours logged for this project yet',
  roleFailed: (role: string) => `Failed to load projects filtered by ${role}. Please try again.`,
  summaryFailed: (reason: string) => `Failed to load project summary: ${reason}`,
  noReports: 'No reports found for this project.',
  unknownUser: "We couldn't find this user.",
  hoursMean: (perDay: string) => `${perDay} a day; the bar is full at 10h`,
  reportsMean: (people: number) =>
    `by ${people} ${people === 1 ? 'person' : 'people'}; the bar is full at 20`,
  tasksMean: (perReport: string) => `${perReport} per report; the bar is full at 10`,
  ringsMean: 'A circle is full at 8h.',
  latestReports: (count: number) => `Showing the latest ${formatCount(count)} reports.`,
} as const
