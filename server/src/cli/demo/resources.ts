import type { UrlType } from '#shared/contract/urls.ts'

// The files and links of the demo's projects. `by` is a first name, `daysAgo` says when it was added.

export type DemoFile = { name: string; content: string; by: string; daysAgo: number; isMarked?: boolean }
export type DemoUrl = { url_type: UrlType; url: string; by: string; isMarked?: boolean }

const lines = (...texts: string[]) => `${texts.join('\n')}\n`

const logo = (colour: string, letter: string) =>
  lines(
    '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240" viewBox="0 0 24 24">',
    `  <rect width="24" height="24" rx="6" fill="${colour}"/>`,
    `  <text x="12" y="16.5" text-anchor="middle" font-family="sans-serif" font-size="13" fill="#fff">${letter}</text>`,
    '</svg>',
  )

const table = (head: string, row: (index: number) => string, count: number) =>
  lines(head, ...Array.from({ length: count }, (_, index) => row(index + 1)))

export const demoResources: Record<string, { files: DemoFile[]; urls: DemoUrl[] }> = {
  'Customer Portal': {
    files: [
      {
        name: 'Release checklist.md',
        content: lines(
          '# Release checklist',
          '',
          '- [ ] Changelog read by somebody who did not write it',
          '- [ ] Invoice export compared with last month',
          '- [ ] Support knows what is new',
        ),
        by: 'Dina',
        daysAgo: 41,
      },
      {
        name: 'orders-sample.csv',
        content: table(
          'order,customer,total',
          index => `${1000 + index},Customer ${index},${(index * 37.5).toFixed(2)}`,
          120,
        ),
        by: 'Omar',
        daysAgo: 12,
      },
      { name: 'portal-logo.svg', content: logo('#4752c9', 'P'), by: 'Desi', daysAgo: 30 },
      {
        name: 'old-wireframes.txt',
        content: lines('Superseded by the clickable prototype.'),
        by: 'Desi',
        daysAgo: 78,
        isMarked: true,
      },
    ],
    urls: [
      { url_type: 'live', url: 'https://portal.example.com', by: 'Dina' },
      { url_type: 'staging', url: 'https://staging.portal.example.com', by: 'Omar' },
      { url_type: 'git', url: 'https://git.example.com/portal', by: 'Dina' },
      { url_type: 'swagger', url: 'https://portal.example.com/api/docs', by: 'Omar' },
      { url_type: 'database', url: 'postgres://db.internal.example.com:5432/portal', by: 'Dina' },
      { url_type: 'test', url: 'portal-test.example.com', by: 'Omar', isMarked: true },
    ],
  },
  'Mobile App': {
    files: [
      {
        name: 'Offline sync notes.txt',
        content: lines(
          'The phone wins for notes, the server wins for prices.',
          'Conflicts are listed, never merged.',
        ),
        by: 'Yuki',
        daysAgo: 23,
      },
      { name: 'app-icon.svg', content: logo('#157a72', 'M'), by: 'Tomas', daysAgo: 55 },
    ],
    urls: [
      { url_type: 'git', url: 'https://git.example.com/mobile', by: 'Lena' },
      { url_type: 'api', url: 'https://api.example.com/mobile/v2', by: 'Yuki' },
      { url_type: 'postman', url: 'https://postman.example.com/collections/mobile', by: 'Yuki' },
    ],
  },
  'Website Relaunch': {
    files: [
      { name: 'brand-mark.svg', content: logo('#b03a78', 'W'), by: 'Tomas', daysAgo: 64 },
      {
        name: 'redirects.csv',
        content: table('from,to', index => `/old/page-${index},/page-${index}`, 60),
        by: 'Lena',
        daysAgo: 9,
      },
      {
        name: 'imprint.html',
        content: lines(
          '<!doctype html>',
          '<title>Imprint</title>',
          '<h1>Imprint</h1>',
          '<p>Example Ltd.</p>',
        ),
        by: 'Mark',
        daysAgo: 17,
        isMarked: true,
      },
    ],
    urls: [
      { url_type: 'website', url: 'https://www.example.com', by: 'Mark' },
      { url_type: 'staging', url: 'https://relaunch.example.com', by: 'Lena' },
      { url_type: 'admin', url: 'https://www.example.com/cms', by: 'Mark' },
      { url_type: 'docs', url: 'https://docs.example.com/brand', by: 'Tomas', isMarked: true },
    ],
  },
  'Billing Engine': {
    files: [
      {
        name: 'vat-rates.csv',
        content: lines('country,rate', 'DE,19', 'FR,20', 'NL,21', 'SE,25'),
        by: 'Yuki',
        daysAgo: 36,
      },
    ],
    urls: [
      { url_type: 'backend', url: 'https://billing.internal.example.com', by: 'Dina' },
      { url_type: 'git', url: 'https://git.example.com/billing', by: 'Dina' },
    ],
  },
  'Spring Campaign': {
    files: [
      {
        name: 'Newsletter draft.md',
        content: lines('# Spring is here', '', 'Three things that got easier this month.'),
        by: 'Zanele',
        daysAgo: 6,
      },
    ],
    urls: [
      { url_type: 'crm', url: 'https://crm.example.com/campaigns/spring', by: 'Mark' },
      { url_type: 'frontend', url: 'https://spring.example.com', by: 'Desi' },
      { url_type: 'other', url: 'mailto:press@example.com', by: 'Zanele' },
    ],
  },
}
