import { describe, expect, test } from 'vitest'
import { parsePeople } from './parse-people.ts'

const projects = ['Website', 'Mobile App', 'Research, Berlin']

/** "Name | e-mail | role | projects", with an unknown role in brackets. */
const read = (text: string) =>
  parsePeople(text, projects).people.map(({ name, email, role, unknownRole, projects: names }) =>
    [name, email, unknownRole ? `(${unknownRole})` : role, names.join('+')].join(' | ').replace(/[ |]+$/, ''),
  )

const jane = 'Jane Doe | jane@example.com'
const bob = 'Bob Ray | bob@example.com'

describe.each([
  ['nothing', '', []],
  ['blanks', ' \n\t\n ; , \r\n', []],

  // A mail client
  ['one recipient', 'Jane Doe <jane@example.com>', [jane]],
  ['recipients with commas', 'Jane Doe <jane@example.com>, Bob Ray <bob@example.com>', [jane, bob]],
  ['recipients with semicolons', 'Jane Doe <jane@example.com>; Bob Ray <bob@example.com>;', [jane, bob]],
  ['recipients in lines', 'Jane Doe <jane@example.com>\r\nBob Ray <bob@example.com>\r\n', [jane, bob]],
  [
    'all separators',
    'jane.doe@example.com, bob.ray@example.com; Al Oz <al@example.com>\ni.o@example.com',
    [
      'Jane Doe | jane.doe@example.com',
      'Bob Ray | bob.ray@example.com',
      'Al Oz | al@example.com',
      'I O | i.o@example.com',
    ],
  ],
  ['names in quotes', '"Doe, Jane" <jane@example.com>, "Bob Ray" <bob@example.com>', [jane, bob]],
  ['a last name first', 'Doe, Jane <jane@example.com>\nRay, Bob <bob@example.com>', [jane, bob]],
  [
    'a last name first, with semicolons',
    'Doe, Jane <jane@example.com>; Ray, Bob <bob@example.com>',
    [jane, bob],
  ],
  ['a title', '"Jane Doe, PhD" <jane@example.com>', ['Jane Doe, PhD | jane@example.com']],
  ['quotes inside a name', 'Jane "JD" Doe <jane@example.com>', ['Jane "JD" Doe | jane@example.com']],
  ['single quotes', "'Jane Doe' <jane@example.com>", [jane]],
  [
    'mailto',
    'mailto:jane.doe@example.com, Bob Ray <mailto:bob@example.com>',
    ['Jane Doe | jane.doe@example.com', bob],
  ],
  ['brackets alone', '<jane_doe@example.com>', ['Jane Doe | jane_doe@example.com']],

  // Bare e-mails
  [
    'e-mails in lines',
    'jane.doe@example.com\nbob-ray+work@example.com\nmadonna@example.com',
    [
      'Jane Doe | jane.doe@example.com',
      'Bob Ray | bob-ray+work@example.com',
      'Madonna | madonna@example.com',
    ],
  ],
  [
    'e-mails with blanks',
    'jane.doe@example.com   bob.ray@example.com',
    ['Jane Doe | jane.doe@example.com', 'Bob Ray | bob.ray@example.com'],
  ],
  ['digits in an e-mail', 'jane.doe.1984@example.com', ['Jane Doe | jane.doe.1984@example.com']],
  ['broken e-mails', 'jane@\n@example.com', ['Jane | jane@', ' | @example.com']],

  // A spreadsheet
  [
    'tabs',
    'Jane Doe\tjane@example.com\tDeveloper\tWebsite\nBob Ray\tbob@example.com\tdesigner\t',
    [`${jane} | developer | Website`, `${bob} | designer`],
  ],
  [
    'tabs and headings',
    'E-Mail\tName\tPosition\tPhone\njane@example.com\tJane Doe\tMarketing\t123',
    [`${jane} | marketing`],
  ],
  ['first and last name', 'Jane\tDoe\tjane@example.com\tdev', [`${jane} | developer`]],
  ['the e-mail first', 'jane@example.com\tJane Doe\tManager\tWebsite', [`${jane} | manager | Website`]],
  ['the e-mail first and no name', 'jane@example.com\tDeveloper', ['Jane | jane@example.com | developer']],
  ['the role first', 'Developer\tJane Doe\tjane@example.com\tWebsite', [`${jane} | developer | Website`]],
  [
    'a cell with several projects',
    'Jane Doe\tjane@example.com\tdev\tWebsite, Mobile App|Apollo; Zeus',
    [`${jane} | developer | Website+Mobile App+Apollo+Zeus`],
  ],
  [
    'a project with a comma',
    'Jane Doe\tjane@example.com\tdev\tResearch, Berlin; Website',
    [`${jane} | developer | Research, Berlin+Website`],
  ],
  [
    'several cells with projects',
    'Jane Doe\tjane@example.com\t\tWebsite\tMobile App',
    [`${jane} |  | Website+Mobile App`],
  ],
  [
    'a line break in a cell',
    'Jane Doe\tjane@example.com\tdev\t"Website\nApollo"\nBob Ray\tbob@example.com',
    [`${jane} | developer | Website+Apollo`, bob],
  ],

  // CSV
  [
    'commas',
    'Jane Doe,jane@example.com,Developer,Website;Apollo\nBob Ray,bob@example.com,,',
    [`${jane} | developer | Website+Apollo`, bob],
  ],
  [
    'semicolons',
    'Jane Doe;jane@example.com;Developer;Website|Apollo\nBob Ray;bob@example.com',
    [`${jane} | developer | Website+Apollo`, bob],
  ],
  [
    'a byte order mark, headings in any order and quotes',
    '\ufeffRole,"E-mail address",Projects,Full name\r\nAdmin,jane@example.com,"Website;Apollo","Doe, Jane"\r\n',
    [`${jane} | admin | Website+Apollo`],
  ],
  ['headings with semicolons', 'Last name;First name;Email\nDoe;Jane;jane@example.com', [jane]],
  ['doubled quotes', 'Name,Email\n"Jane ""JD"" Doe",jane@example.com', ['Jane "JD" Doe | jane@example.com']],
  [
    'a mailbox in the column of the names, and never one of another column',
    'Name,Email,Lead\nJane Doe <jane@example.com>,,al@example.com\nBob Ray,,al@example.com\nbob@example.com',
    [jane, 'Bob Ray', 'Bob | bob@example.com'],
  ],
  ['headings and nothing else', 'Name,Email,Role', []],
  ['one column', 'Email\njane.doe@example.com', ['Jane Doe | jane.doe@example.com']],
  ['a quote that is never closed', 'Jane Doe,jane@example.com\n"Bob Ray,bob@example.com', [jane, bob]],
  ['a project in place of the role', 'Jane Doe,jane@example.com,Website', [`${jane} |  | Website`]],
  [
    'a mailbox with columns',
    'Jane Doe <jane@example.com>,Developer,Apollo',
    [`${jane} | developer | Apollo`],
  ],

  // To be corrected
  ['an unknown role', 'Jane Doe,jane@example.com,Astronaut', [`${jane} | (Astronaut)`]],
  [
    'an unknown role under a heading',
    'Name,Email,Role\nJane Doe,jane@example.com,Boss',
    [`${jane} | (Boss)`],
  ],
  [
    'no e-mail',
    'Jane Doe,jane@example.com\nBob Ray\nAl Oz,,Developer',
    [jane, 'Bob Ray', 'Al Oz |  | developer'],
  ],
  ['an e-mail without @', 'Jane Doe,jane.example.com,Developer', ['Jane Doe | jane.example.com | developer']],
  [
    'an address among words',
    'jane@example.com,bob@example.com,Carla',
    ['Jane | jane@example.com', 'Bob | bob@example.com', 'Carla'],
  ],
  ['words', 'Hello there', ['Hello there']],
  ['plurals and case of roles', 'Jane Doe,jane@example.com,DEVELOPERS', [`${jane} | developer`]],
  ['hard blanks', 'Jane\u00a0Doe\u200b,jane@example.com', [jane]],
] as [string, string, string[]][])('%s', (_what, text, lines) => {
  test('is read', () => expect(read(text)).toEqual(lines))
})

test('returns the headings of the columns that it ignores', () => {
  expect(parsePeople('Name,Email,Phone,Office,\nJane Doe,jane@example.com,1,2,3').ignored).toEqual([
    'Phone',
    'Office',
  ])
})

test('500 lines, and a megabyte of one letter, are read without delay', () => {
  const lines = Array.from({ length: 500 }, (_, index) => `Person ${index},p${index}@example.com,dev,Website`)
  expect(parsePeople(lines.join('\n'), projects).people).toHaveLength(500)
  const start = performance.now()
  for (const text of [
    'a'.repeat(1_000_000),
    '@'.repeat(100_000),
    '<'.repeat(100_000),
    ' '.repeat(100_000),
    ','.repeat(100_000),
    '"'.repeat(100_001),
  ])
    parsePeople(text, projects)
  // A regular expression with quadratic backtracking would take minutes.
  expect(performance.now() - start).toBeLessThan(20_000)
})
