import { describe, expect, test } from 'vitest'
import { matchPeople } from './match-people.ts'

const person = (id: number, name: string, email = `p${id}@example.com`) => ({ id, name, email })
const everyone = [
  person(1, 'Dina Haddad', 'dina@example.com'),
  person(2, 'Omar Castillo', 'Omar.C@example.com'),
  person(3, 'Anna Bell'),
  person(4, 'Anna Bell', 'other.anna@example.com'),
  person(5, 'Anna Maria Weiß'),
  person(6, 'Zoë Müller'),
  person(7, "Pat O'Neil"),
]
const idsOf = (text: string) =>
  matchPeople(text, everyone).map(({ people }) => people.map(({ id }) => id).join('/'))

describe('a pasted list', () => {
  test.each([
    ['one per line', 'Dina Haddad\nOmar Castillo\r\n\n', ['1', '2']],
    ['separated by commas or semicolons', 'Dina Haddad, Omar Castillo; Zoë Müller', ['1', '2', '6']],
    ['e-mails with only spaces between them', 'DINA@example.com omar.c@example.com', ['1', '2']],
    ['an e-mail and a name', 'dina@example.com Omar', ['1', '2']],
    ['a name beside an address', 'Omar Castillo, Dina <dina@example.com>', ['1', '2']],
    ['the last name first, with an address', 'Haddad, Dina <dina@example.com>', ['1']],
    ['a person with name and e-mail', 'Dina Haddad, dina@example.com', ['1']],
    ['e-mails', 'dina@example.com,omar.c@EXAMPLE.com', ['1', '2']],
    [
      'as mail programs copy it',
      'D. H. <dina@example.com>, "Castillo, Omar" <omar.c@example.com>',
      ['1', '2'],
    ],
    [
      'columns of a spreadsheet',
      'D. Haddad\tdina@example.com\tDeveloper\nO.\tomar.c@example.com',
      ['1', '2'],
    ],
    ['the last name first', 'Haddad, Dina\nMüller, Zoë', ['1', '6']],
    ['with bullets, quotes and full stops', '- Dina Haddad\n• "Omar Castillo".', ['1', '2']],
    ['other case, spaces and accents as two characters', 'zoe\u0308   MÜLLER', ['6']],
    ['a first name that only one person has', 'Dina, Zoë', ['1', '6']],
    ['an apostrophe', "Pat O'Neil", ['7']],
    ['the same person twice', 'Dina Haddad\ndina haddad', ['1']],
    ['nothing', ' , ;\n', []],
  ])('%s', (_, text, found) => expect(idsOf(text)).toEqual(found))

  test('names that several people have are left to the user', () => {
    expect(idsOf('Anna Bell')).toEqual(['3/4'])
    expect(idsOf('Anna')).toEqual(['3/4/5'])
    expect(idsOf('Anna Weiß')).toEqual(['5'])
  })

  test('unknown names and e-mails find no one, not even a similar person', () => {
    expect(idsOf('Din Haddad, dina@example.org, Bob')).toEqual(['', '', ''])
    expect(idsOf('Bob, Dina <dina@example.com>')).toEqual(['1', ''])
    expect(matchPeople('Bob Ray', everyone)).toEqual([{ text: 'Bob Ray', key: 'bob ray', people: [] }])
  })
})
