import type { Role } from '#shared/roles.ts'

/** All users of the demo sign in with this password. */
export const demoPassword = 'demo-1234'

type Person = { name: string; email: string; role: Role }

const person = (name: string, role: Role): Person => ({
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
  role,
})

/** A user who was invited two days ago and has not chosen a password yet. */
export const invitedPerson = person('Ines Duarte', 'designer')

export const demoTeam: readonly Person[] = [
  person('Ada Okafor', 'admin'),
  person('Henrik Solberg', 'admin'),
  person('Max Lindqvist', 'manager'),
  person('Priya Raman', 'manager'),
  person('Dina Haddad', 'developer'),
  person('Omar Castillo', 'developer'),
  person('Yuki Tanaka', 'developer'),
  person('Lena Fischer', 'developer'),
  person('Desi Moreau', 'designer'),
  person('Tomas Ribeiro', 'designer'),
  person('Mark Whitfield', 'marketing'),
  person('Zanele Mbeki', 'marketing'),
]

/** The teams, with the first names of their leads and members: Max leads two of them, and Desi is in two. */
export const demoTeams = [
  {
    name: 'Customer Portal',
    description: 'Orders, invoices and everything that customers do by themselves.',
    leads: ['Max'],
    members: ['Dina', 'Omar', 'Desi'],
  },
  {
    name: 'Field App',
    description: 'The app that works in a cellar without a network.',
    leads: ['Max', 'Priya'],
    members: ['Yuki', 'Lena', 'Tomas'],
  },
  {
    name: 'Brand and Marketing',
    description: null,
    leads: ['Priya'],
    members: ['Mark', 'Zanele', 'Desi'],
  },
] as const
