type Tag = { name: string; description: string; paths: RegExp }

/** The groups of the API page, in its order. A call belongs to the first group whose pattern its path matches. */
const groups: readonly Tag[] = [
  { name: 'Authentication', description: 'Sign in and out, and create accounts.', paths: /^\/api\/auth\// },
  { name: 'Users', description: 'The people with an account.', paths: /^\/api\/users\b/ },
  {
    name: 'Files',
    description: "A project's uploaded files.",
    paths: /^\/api\/(files|projects\/:id\/files)\b/,
  },
  { name: 'Links', description: "A project's links.", paths: /^\/api\/(urls|projects\/:id\/urls)\b/ },
  { name: 'Projects', description: 'What the team works on.', paths: /^\/api\/projects\b/ },
  {
    name: 'Reports',
    description: 'Daily reports, their comments, and what reviewers read from them.',
    paths: /^\/api\/reports\b/,
  },
  { name: 'Tasks', description: 'Work assigned to a user.', paths: /^\/api\/tasks\b/ },
  { name: 'Server', description: 'For monitoring.', paths: /^\/(healthz|readyz|metrics)$/ },
]

export const tags = groups.map(({ name, description }) => ({ name, description }))

export function tagOf(url: string): string {
  const group = groups.find(({ paths }) => paths.test(url))
  if (!group) throw new Error(`${url} has no group: add one to openapi/tags.ts`)
  return group.name
}
