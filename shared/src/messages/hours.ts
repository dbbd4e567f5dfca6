export const hours = {
  noneToTrack: 'No projects found. Create projects to track their hours.',
  noHours: 'No hours logged for this project yet',
  roleFailed: (role: string) => `Failed to load projects filtered by ${role}. Please try again.`,
  summaryFailed: (reason: string) => `Failed to load project summary: ${reason}`,
  noReports: 'No reports found for this project.',
  unknownUser: "We couldn't find this user.",
  latestReports: (count: number) => `Showing the latest ${count.toLocaleString('en-US')} reports.`,
} as const
