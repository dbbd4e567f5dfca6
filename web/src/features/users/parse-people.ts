import { projectKey } from '#shared/contract/projects.ts'
import { teamKey } from '#shared/contract/teams.ts'
import { type Role, roleLabels, roles } from '#shared/roles.ts'

/** A person as read from a line of a list, not checked yet. */
export type ParsedPerson = {
  name: string
  email: string
  /** Empty if the line has none. */
  role: Role | ''
  /** The text in the place of the role if it is no role. */
  unknownRole: string
  projects: string[]
  teams: string[]
}

export type ParsedPeople = {
  people: ParsedPerson[]
  /** Headings of columns that are not used. */
  ignored: string[]
}

/** The keys of the projects and teams that exist. */
type Known = { projects: ReadonlySet<string>; teams: ReadonlySet<string> }

/**
 * Reads a pasted list or the text of a CSV file. Lines that can't be read are kept, so that the user can correct them. As
 * long as there are no teams, a column with teams is not used.
 */
export function parsePeople(
  text: string,
  projectNames: readonly string[] = [],
  teamNames: readonly string[] = [],
): ParsedPeople {
  const tidied = text
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u00a0', ' ')
  const known: Known = {
    projects: new Set(projectNames.map(projectKey)),
    teams: new Set(teamNames.map(teamKey)),
  }
  const addresses = addressList(tidied)
  if (addresses) return { people: addresses, ignored: [] }

  const records = recordsIn(tidied)
  const [first = [], ...rest] = records
  const columns = columnsIn(first, known)
  if (!columns) return { people: records.flatMap(record => withoutHeadings(record, known)), ignored: [] }
  return {
    people: rest.map(record => byColumns(record, columns, known)),
    ignored: first.filter((heading, index) => heading !== '' && columns[index] === undefined),
  }
}

// ── Addresses ──

/** `Full Name <name@example.com>`; the name may be missing. */
const mailbox = /^([^<>@]*)<\s*(?:mailto:)?([^<>\s]*@[^<>\s]*)\s*>$/i
/** Also matches an invalid e-mail, so that the user can correct it. */
const bare = /^(?:mailto:)?([^<>\s,;]*@[^<>\s,;]*)$/i

type Address = { name: string; email: string }

function addressIn(field: string): Address | null {
  const inBrackets = mailbox.exec(field)
  if (inBrackets) return { name: fullName(inBrackets[1] ?? ''), email: inBrackets[2] ?? '' }
  const match = bare.exec(field)
  return match && { name: '', email: match[1] ?? '' }
}

/** Reads a list of addresses only, such as the recipients of a mail. */
function addressList(text: string): ParsedPerson[] | null {
  const fields = splitRecords(text, char => [',', ';', '\t'].includes(char)).flat()
  const parts = fields.map(field => field.trim()).filter(field => field !== '')
  const addresses = parts.flatMap(part => (areAddresses(part) ? part.split(/\s+/) : [part])).map(addressIn)
  if (addresses.includes(null)) return null
  return (addresses as Address[]).map(address => personAt(address))
}

/** Addresses with only spaces between them. */
const areAddresses = (text: string) => /\s/.test(text) && text.split(/\s+/).every(word => bare.test(word))

const personAt = ({ name, email }: Address, more: Partial<ParsedPerson> = {}): ParsedPerson => ({
  email,
  role: '',
  unknownRole: '',
  projects: [],
  teams: [],
  ...more,
  name: more.name || name || nameFrom(email),
})

/** Guesses the name: "jane.doe@…" is probably Jane Doe. */
function nameFrom(email: string): string {
  const words = email
    .replace(/[+@].*$/, '')
    .split(/[._-]+/)
    .filter(word => /\p{L}/u.test(word))
  return words.map(word => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(' ')
}

const title = /^(jr|sr|phd|dr|md|mba|msc|bsc|[ivx]+)\.?$/i

/** Turns "Doe, Jane", as in address books, into "Jane Doe". */
function fullName(text: string): string {
  const name = text.replace(/^["'\s]+|["'\s]+$/g, '').replace(/\s+/g, ' ')
  const [last, first, ...more] = name.split(/\s*,\s*/)
  return last && first && more.length === 0 && !title.test(first) ? `${first} ${last}` : name
}

// ── Lines of fields ──

/** Splits at tabs if there are any, otherwise at commas or semicolons, whichever separates more addresses. */
function recordsIn(text: string): string[][] {
  const by = (separator: string) =>
    splitRecords(text, char => char === separator)
      .map(record => record.map(field => field.trim()))
      .filter(record => record.some(field => field !== ''))
  if (text.includes('\t')) return by('\t')
  const [commas, semicolons] = [by(','), by(';')]
  const found = (records: string[][]) => records.flat().filter(field => addressIn(field)).length
  const width = (records: string[][]) => Math.max(0, ...records.map(record => record.length))
  const difference = found(semicolons) - found(commas) || width(semicolons) - width(commas)
  return difference > 0 ? semicolons : commas
}

type Column = 'name' | 'first' | 'last' | 'email' | 'role' | 'projects' | 'teams'

const headings: Record<Column, readonly string[]> = {
  name: ['name', 'fullname', 'displayname', 'person', 'user', 'username', 'employee', 'member'],
  first: ['firstname', 'givenname', 'forename'],
  last: ['lastname', 'surname', 'familyname'],
  email: ['email', 'emailaddress', 'mail', 'mailaddress', 'emails', 'emailaddresses', 'address'],
  role: ['role', 'roles', 'position', 'jobtitle'],
  projects: ['project', 'projects', 'projectname', 'projectnames'],
  teams: ['team', 'teams', 'teamname', 'teamnames'],
}

/** The columns by the headings in the first line; null if it has no headings. */
function columnsIn(record: readonly string[], { teams }: Known): (Column | undefined)[] | null {
  if (record.some(field => field.includes('@'))) return null
  const columns = record.map(heading => {
    const word = heading.toLowerCase().replace(/[^a-z]/g, '')
    const found = (Object.keys(headings) as Column[]).find(column => headings[column].includes(word))
    return found === 'teams' && teams.size === 0 ? undefined : found
  })
  return columns.includes('email') ? columns : null
}

function byColumns(
  record: readonly string[],
  columns: readonly (Column | undefined)[],
  known: Known,
): ParsedPerson {
  const all = (column: Column) => record.filter((field, index) => columns[index] === column && field !== '')
  const email = all('email')[0] ?? ''
  const names = all('name')[0] ?? [...all('first'), ...all('last')].join(' ')
  // The name column may contain `Full Name <name@example.com>`.
  const named = email === '' ? addressIn(names) : null
  return personAt(named ?? addressIn(email) ?? { name: '', email }, {
    name: named ? '' : fullName(names),
    ...roleIn(all('role')[0] ?? ''),
    projects: all('projects').flatMap(cell => splitProjects(cell, known.projects)),
    teams: all('teams').flatMap(cell => splitTeams(cell, known.teams)),
  })
}

/** Reads name, e-mail, role, projects and teams, in this order or with the e-mail first. */
function withoutHeadings(record: readonly string[], known: Known): ParsedPerson[] {
  const whole = addressIn(record.join(', '))
  // "Doe, Jane <jane@example.com>"
  if (whole) return [personAt(whole)]
  const addresses = record.map(addressIn)
  const found = addresses.filter(address => address !== null)
  // The line has several addresses, and perhaps fields that are none.
  if (found.length > 1) {
    return record.flatMap((field, index) => {
      const address = addresses[index]
      if (field === '') return []
      return [address ? personAt(address) : { ...personAt({ name: field, email: '' }) }]
    })
  }
  const place = addresses.findIndex(address => address !== null)
  if (place === -1) return [withoutAddress(record, known)]
  const address = addresses[place] as Address
  const before = record.slice(0, place)
  const after = record.slice(place + 1)
  const words = before.filter(field => field !== '')
  if (words.length > 0 || address.name) {
    const names = words.filter(word => roleOf(word) === '')
    const role = words.map(roleOf).find(one => one !== '') ?? ''
    return [
      personAt(address, {
        name: address.name || fullName(names.join(names.length === 2 ? ' ' : ', ')),
        ...(role ? { ...roleAndGroups(['', ...after], known), role } : roleAndGroups(after, known)),
      }),
    ]
  }
  // The e-mail comes first, then the name, unless the next field is a role or a project.
  const [next = '', ...others] = after
  const isName = next !== '' && roleOf(next) === '' && !isGroup(next, known)
  return [
    personAt(
      address,
      isName ? { name: fullName(next), ...roleAndGroups(others, known) } : roleAndGroups(after, known),
    ),
  ]
}

function withoutAddress(record: readonly string[], known: Known): ParsedPerson {
  const [name = '', second = '', ...rest] = record
  const hasEmail = roleOf(second) === '' && !isGroup(second, known)
  const others = hasEmail ? rest : [second, ...rest]
  return {
    ...personAt({ name: fullName(name), email: hasEmail ? second : '' }),
    ...roleAndGroups(others, known),
  }
}

function roleAndGroups(fields: readonly string[], known: Known) {
  const [first = '', ...rest] = fields
  const isRole = first === '' || roleOf(first) !== '' || !isGroup(first, known)
  const cells = isRole ? rest : fields
  return {
    ...roleIn(isRole ? first : ''),
    projects: cells.filter(cell => !isTeam(cell, known)).flatMap(cell => splitProjects(cell, known.projects)),
    teams: cells.filter(cell => isTeam(cell, known)).flatMap(cell => splitTeams(cell, known.teams)),
  }
}

// ── Roles, projects and teams ──

const otherWords: Record<string, Role> = {
  dev: 'developer',
  design: 'designer',
  marketer: 'marketing',
  administrator: 'admin',
}

const roleWords = new Map<string, Role>([
  ...roles.flatMap(role => [role, roleLabels[role].toLowerCase()].map(word => [word, role] as const)),
  ...Object.entries(otherWords),
])

function roleOf(text: string): Role | '' {
  const word = text.trim().toLowerCase()
  return roleWords.get(word) ?? roleWords.get(word.replace(/s$/, '')) ?? ''
}

function roleIn(text: string): Pick<ParsedPerson, 'role' | 'unknownRole'> {
  const role = roleOf(text)
  return { role, unknownRole: role ? '' : text.trim() }
}

const isProject = (cell: string, { projects }: Known) =>
  splitProjects(cell, projects).some(name => projects.has(projectKey(name)))

/** Without headings a team is recognized by its name, unless a project has the same. */
const isTeam = (cell: string, known: Known) =>
  !isProject(cell, known) && splitTeams(cell, known.teams).some(name => known.teams.has(teamKey(name)))

const isGroup = (cell: string, known: Known) => isProject(cell, known) || isTeam(cell, known)

/** Names are separated by `;` or `|`, and by commas unless a project or team has the whole name. */
const splitBy =
  (keyOf: (name: string) => string) =>
  (cell: string, known: ReadonlySet<string>): string[] => {
    const names = (text: string, separator: RegExp) =>
      text
        .split(separator)
        .map(name => name.trim().replace(/\s+/g, ' '))
        .filter(name => name !== '')
    const isKnown = (name: string) => known.has(keyOf(name))
    if (isKnown(cell.trim())) return [cell.trim()]
    return names(cell, /[;|\n]/).flatMap(name => (isKnown(name) ? [name] : names(name, /,/)))
  }

export const splitProjects = splitBy(projectKey)
export const splitTeams = splitBy(teamKey)

// ── Records ──

/**
 * Lines and their fields, as spreadsheets and mail programs write them: a field in quotes may contain the separator, line
 * breaks and doubled quotes. Text after a closing quote belongs to the field: `"Doe, Jane" <jane@example.com>`.
 */
function splitRecords(text: string, isSeparator: (char: string) => boolean): string[][] {
  // If a quote is never closed, quotes are ordinary characters.
  return split(text, isSeparator, true) ?? split(text, isSeparator, false) ?? []
}

function split(text: string, isSeparator: (char: string) => boolean, quotes: boolean): string[][] | null {
  const records: string[][] = []
  let record: string[] = []
  let field = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (isQuoted) {
      if (char !== '"') field += char
      else if (text[at + 1] === '"') field += text[++at]
      else isQuoted = false
    } else if (quotes && char === '"' && field.trim() === '') {
      isQuoted = true
      field = ''
    } else if (char === '\n') {
      records.push([...record, field])
      record = []
      field = ''
    } else if (isSeparator(char)) {
      record.push(field)
      field = ''
    } else field += char
  }
  if (isQuoted) return null
  records.push([...record, field])
  return records
}
