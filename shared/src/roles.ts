/** The five roles, in the order forms offer them. */
export const roles = ['developer', 'designer', 'marketing', 'manager', 'admin'] as const
export type Role = (typeof roles)[number]

/** Users who submit reports. Lists, check-lists and column titles call all of them "developers". */
export const staff = ['developer', 'designer', 'marketing'] as const satisfies readonly Role[]

/** Users who read and manage what staff write. */
export const reviewers = ['manager', 'admin'] as const satisfies readonly Role[]

export const isReviewer = (role: Role): boolean => reviewers.some(one => one === role)

export const roleLabels: Record<Role, string> = {
  developer: 'Developer',
  designer: 'Designer',
  marketing: 'Marketing',
  manager: 'Manager',
  admin: 'Admin',
}

/** The Bootstrap colour of each role. */
export const roleColours: Record<Role, string> = {
  developer: 'primary',
  designer: 'success',
  marketing: 'warning',
  manager: 'info',
  admin: 'danger',
}
