import { fieldErrors } from '#shared/contract/errors.ts'
import { projectKey } from '#shared/contract/projects.ts'
import { type ImportedPerson, importedPersonInput, repeatedEmails } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import type { Role } from '#shared/roles.ts'
import { type ParsedPerson, splitProjects } from './parse-people.ts'

export const lineFields = ['name', 'email', 'role', 'projects'] as const
export type LineField = (typeof lineFields)[number]
type LineErrors = Partial<Record<LineField, string>>

/** A line that is being edited. */
export type Line = {
  key: number
  name: string
  email: string
  /** Empty for the default role. */
  role: Role | ''
  /** A text in the place of the role that is no role, until a role is chosen. */
  unknownRole: string
  /** Names, separated by semicolons. */
  projects: string
  /** The server's errors, each until its field is changed. */
  refused: LineErrors
}

/** Whether a missing project is created or omitted, by the key of its name. */
export type Decisions = Record<string, 'create' | 'omit'>

let lastKey = 0
const newKey = () => ++lastKey

export const emptyLine = (): Line => ({
  key: newKey(),
  name: '',
  email: '',
  role: '',
  unknownRole: '',
  projects: '',
  refused: {},
})

export const lineOf = ({ projects, ...person }: ParsedPerson): Line => ({
  ...emptyLine(),
  ...person,
  projects: projects.join('; '),
})

/** A stored line needs a new key, because its old one may be in use. */
export const withNewKey = (line: Line): Line => ({ ...line, key: newKey() })

export function changeLine(line: Line, field: LineField, value: string): Line {
  const { [field]: _, ...refused } = line.refused
  return { ...line, [field]: value, refused, ...(field === 'role' && { unknownRole: '' }) }
}

export type Rules = {
  defaultRole: Role | ''
  /** Keys of the existing projects. */
  known: ReadonlySet<string>
  decisions: Decisions
  mayAdd: (role: Role) => boolean
}

export type CheckedLine = { errors: LineErrors; person: ImportedPerson | null }
/** A project in the list that does not exist, with the number of its lines. */
export type UnknownProject = { key: string; name: string; count: number }

export type CheckedList = {
  lines: CheckedLine[]
  wrong: number
  unknownProjects: UnknownProject[]
  /** Texts that are no roles, with the number of their lines. */
  unknownRoles: Map<string, number>
}

/** Checks the list before it is sent. */
export function checkList(lines: readonly Line[], rules: Rules): CheckedList {
  const unknownProjects = new Map<string, UnknownProject>()
  const unknownRoles = new Map<string, number>()
  const repeated = repeatedEmails(
    lines.map(({ email, key }) => email.trim().toLowerCase() || `no e-mail ${key}`),
  )
  const checked = lines.map((line, index): CheckedLine => {
    const { person, errors: own, missing } = checkOne(line, rules)
    const errors: LineErrors = { ...own }
    const first = repeated.get(index)
    if (first !== undefined) errors.email ??= messages.users.importSameEmail(first + 1)
    if (line.unknownRole) unknownRoles.set(line.unknownRole, (unknownRoles.get(line.unknownRole) ?? 0) + 1)
    for (const name of missing) {
      const key = projectKey(name)
      const { count = 0, name: spelling = name } = unknownProjects.get(key) ?? {}
      unknownProjects.set(key, { key, name: spelling, count: count + 1 })
      if (!rules.decisions[key]) errors.projects ??= messages.users.importProjectUndecided(name)
    }
    return { person, errors: { ...line.refused, ...errors } }
  })
  return {
    lines: checked,
    wrong: checked.filter(({ errors }) => Object.keys(errors).length > 0).length,
    unknownProjects: [...unknownProjects.values()],
    unknownRoles,
  }
}

/** The result for a line without regard to the others. */
type OwnCheck = CheckedLine & {
  /** Projects that do not exist, each once. */
  missing: string[]
}
type Checked = { rules: Pick<Rules, 'defaultRole' | 'known' | 'mayAdd'>; checked: OwnCheck }
// A keystroke changes one line of 500, so the results of the others are cached.
const cache = new WeakMap<Line, Checked>()

function checkOne(line: Line, { defaultRole, known, mayAdd }: Rules): OwnCheck {
  const before = cache.get(line)
  const isSame =
    before?.rules.defaultRole === defaultRole &&
    before.rules.known === known &&
    before.rules.mayAdd === mayAdd
  if (before && isSame) return before.checked
  const checked = check(line, defaultRole, known, mayAdd)
  cache.set(line, { rules: { defaultRole, known, mayAdd }, checked })
  return checked
}

function check(
  line: Line,
  defaultRole: Role | '',
  known: ReadonlySet<string>,
  mayAdd: (role: Role) => boolean,
): OwnCheck {
  const { name, email, unknownRole } = line
  const role = line.role || defaultRole
  const projects = splitProjects(line.projects, known)
  const input = { name, email, role, projects }
  const result = importedPersonInput.safeParse(input)
  const errors: LineErrors = {}
  if (!result.success) {
    for (const [path, sentence] of Object.entries(fieldErrors(result.error.issues)))
      errors[path.split('.')[0] as LineField] ??= sentence
  }
  if (unknownRole && !line.role) errors.role = messages.users.importRoleUnknown(unknownRole)
  else if (role && !mayAdd(role)) errors.role = messages.users.noAdmins
  const missing = projects.filter(project => !known.has(projectKey(project)))
  return {
    errors,
    person: result.success ? result.data : null,
    missing: [...new Map(missing.map(project => [projectKey(project), project])).values()],
  }
}

/** The body of the request, for a list without errors. */
export function importBody({ lines, unknownProjects }: CheckedList, decisions: Decisions) {
  const isOmitted = (name: string) => decisions[projectKey(name)] === 'omit'
  return {
    people: lines.flatMap(({ person }) =>
      person ? [{ ...person, projects: person.projects.filter(name => !isOmitted(name)) }] : [],
    ),
    create_projects: unknownProjects.filter(({ key }) => decisions[key] === 'create').map(({ name }) => name),
  }
}

/** Adds the server's errors to their lines. */
export function withRefusals(lines: readonly Line[], errors: Record<string, string>): Line[] {
  const refused = new Map<number, LineErrors>()
  for (const [path, sentence] of Object.entries(errors)) {
    const [, index, field] = /^people\.(\d+)\.(name|email|role|projects)\b/.exec(path) ?? []
    if (!field) continue
    const known = refused.get(Number(index)) ?? {}
    refused.set(Number(index), { [field]: sentence, ...known })
  }
  return lines.map((line, index) => {
    const found = refused.get(index)
    return found ? { ...line, refused: found } : line
  })
}

export const hasAccount = ({ refused }: Line) => refused.email === messages.users.exists
