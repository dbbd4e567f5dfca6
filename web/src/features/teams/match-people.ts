import { emailKey } from '#shared/contract/fields.ts'
import type { ListedUser } from '#shared/contract/users.ts'

type Known = Pick<ListedUser, 'id' | 'name' | 'email'>

/** One name or e-mail of a pasted list, with the people it may mean. */
export type Entry<Person extends Known = ListedUser> = {
  text: string
  /** The same for two entries that mean the same. */
  key: string
  /** One if it is certain, several if the user has to choose, none if it is unknown. */
  people: Person[]
}

/** Reads a pasted list of names and e-mails, one per line or separated by commas, and finds the people in it. */
export function matchPeople<Person extends Known>(
  text: string,
  everyone: readonly Person[],
): Entry<Person>[] {
  const index = indexOf(everyone)
  const entries = new Map<string, Entry<Person>>()
  for (const part of partsOf(text, index)) {
    const key = keyOf(part)
    if (!entries.has(key)) entries.set(key, { text: part, key, people: find(part, index) })
  }
  return [...entries.values()]
}

type Index<Person> = {
  everyone: readonly { person: Person; words: Set<string> }[]
  byEmail: Map<string, Person>
  byName: Map<string, Person[]>
}

function indexOf<Person extends Known>(everyone: readonly Person[]): Index<Person> {
  return {
    everyone: everyone.map(person => ({ person, words: new Set(keyOf(person.name).split(' ')) })),
    byEmail: new Map(everyone.map(person => [emailKey(person.email), person])),
    byName: Map.groupBy(everyone, ({ name }) => keyOf(name)),
  }
}

const keyOf = (text: string) => text.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ')

const email = /[^\s<>,;:"'()[\]]+@[^\s<>,;:"'()[\]]+/g

function partsOf<Person extends Known>(text: string, index: Index<Person>): string[] {
  return text
    .replace(/[\u200b\ufeff]/g, '')
    .split(/[\r\n]+/)
    .flatMap(line => {
      const emails: readonly string[] = (line.includes('@') && line.match(email)) || []
      // Columns of a spreadsheet: the e-mail is enough to know who is meant.
      if (emails.length > 0 && line.includes('\t')) return [...emails]
      // "Doe, Jane" is one name if there is a Jane Doe.
      const turned = line.trim().replace(/^([^,]+),\s*([^,]+)$/, '$2 $1')
      if (index.byName.has(keyOf(turned))) return [turned]
      return [...emails, ...namesIn(line, emails, index)]
    })
}

/** The names in a line beside its e-mails. `Doe, Jane <jane@example.com>` is one person, if that is her name. */
function namesIn<Person extends Known>(line: string, emails: readonly string[], index: Index<Person>) {
  const known = new Set(
    emails.flatMap(each => find(each, index)).flatMap(({ name }) => keyOf(name).split(' ')),
  )
  const isPartOfKnown = (name: string) =>
    keyOf(name)
      .split(' ')
      .every(word => known.has(word))
  // Names stand before addresses in brackets.
  const beside = emails.length === 0 ? line : line.replace(/"[^"]*"\s*(?=<)|[^,;<>"]*(?=<)/g, '')
  return (emails.length === 0 ? beside : beside.replace(email, ' '))
    .split(/[,;\t<>]/)
    .map(part => part.replace(/^[\s"'*•-]+|[\s"'.]+$/g, ''))
    .filter(part => part !== '' && !isPartOfKnown(part))
}

/** By e-mail or whole name, else by all words of a name: "Dina" is enough if there is only one. */
function find<Person extends Known>(text: string, { everyone, byEmail, byName }: Index<Person>): Person[] {
  if (text.includes('@')) {
    const person = byEmail.get(emailKey(text.match(email)?.[0] ?? text))
    return person ? [person] : []
  }
  const named = byName.get(keyOf(text))
  if (named) return named
  const words = keyOf(text).split(' ')
  return everyone.filter(each => words.every(word => each.words.has(word))).map(({ person }) => person)
}
