/** What the company works on, and who of the team (by first name) is assigned. */
export const demoProjects = [
  {
    name: 'Customer Portal',
    description: 'Self-service for orders, invoices and support.',
    people: ['Dina', 'Omar', 'Desi'],
  },
  {
    name: 'Mobile App',
    description: 'Field app for iOS and Android, works without a network.',
    people: ['Yuki', 'Lena', 'Tomas'],
  },
  {
    name: 'Website Relaunch',
    description: 'New public site with the new brand.',
    people: ['Desi', 'Tomas', 'Mark', 'Zanele', 'Lena'],
  },
  {
    name: 'Billing Engine',
    description: 'Replaces the monthly spreadsheet run.',
    people: ['Dina', 'Yuki'],
  },
  {
    name: 'Spring Campaign',
    description: 'Newsletter, landing pages and the trade fair in May.',
    people: ['Mark', 'Zanele', 'Desi'],
  },
  {
    name: 'Internal Tools',
    description: null,
    people: ['Omar', 'Lena', 'Dina', 'Yuki', 'Tomas', 'Mark', 'Zanele', 'Desi'],
  },
] as const
