import { fieldErrors } from '#shared/contract/errors.ts'
import { emailKey } from '#shared/contract/fields.ts'
import { projectKey } from '#shared/contract/projects.ts'
import { teamKey } from '#shared/contract/teams.ts'
import { type ImportedPerson, importedPersonInput, repeatedEmails } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import type { Role } from '#shared/roles.ts'
import { type ParsedPerson, splitProjects, splitTeams } from './parse-people.ts'

export const lineFields = ['name', 'email', 'role', 'projects', 'teams'] as const
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
  /** The same. */
  teams: string
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
  teams: '',
  refused: {},
})

export const lineOf = ({ projects, teams, ...person }: ParsedPerson): Line => ({
  ...emptyLine(),
  ...person,
  projects: projects.join('; '),
  teams: teams.join('; '),
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
  /** Keys of the existing teams. */
  knownTeams: ReadonlySet<string>
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
  /** Names of teams that do not exist, by their key. */
  unknownTeams: Map<string, string>
  /** Texts that are no roles, with the number of their lines. */
  unknownRoles: Map<string, number>
}

/** Checks the list before it is sent. */
export function checkList(lines: readonly Line[], rules: Rules): CheckedList {
  const unknownProjects = new Map<string, UnknownProject>()
  const unknownTeams = new Map<string, string>()
  const unknownRoles = new Map<string, number>()
  const repeated = repeatedEmails(lines.map(({ email, key }) => emailKey(email) || `no e-mail ${key}`))
  const checked = lines.map((line, index): CheckedLine => {
    const { person, errors: own, missing, missingTeams } = checkOne(line, rules)
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
    for (const name of missingTeams) {
      if (!unknownTeams.has(teamKey(name))) unknownTeams.set(teamKey(name), name)
      errors.teams ??= messages.teams.unknownName(name)
    }
    return { person, errors: { ...line.refused, ...errors } }
  })
  return {
    lines: checked,
    wrong: checked.filter(({ errors }) => Object.keys(errors).length > 0).length,
    unknownProjects: [...unknownProjects.values()],
    unknownTeams,
    unknownRoles,
  }
}

/** The result for a line without regard to the others. */
type OwnCheck = CheckedLine & {
  /** Projects that do not exist, each once. */
  missing: string[]
  missingTeams: string[]
}
type Checked = { rules: Omit<Rules, 'decisions'>; checked: OwnCheck }
// A keystroke changes one line of 500, so the results of the others are cached.
const cache = new WeakMap<Line, Checked>()

function checkOne(line: Line, { decisions: _, ...rules }: Rules): OwnCheck {
  const before = cache.get(line)
  const names = ['defaultRole', 'known', 'knownTeams', 'mayAdd'] as const
  if (before && names.every(name => before.rules[name] === rules[name])) return before.checked
  const checked = check(line, rules)
  cache.set(line, { rules, checked })
  return checked
}

function check(line: Line, { defaultRole, known, knownTeams, mayAdd }: Omit<Rules, 'decisions'>): OwnCheck {
  const { name, email, unknownRole } = line
  const role = line.role || defaultRole
  const projects = splitProjects(line.projects, known)
  const teams = splitTeams(line.teams, knownTeams)
  const input = { name, email, role, projects, teams }
  const result = importedPersonInput.safeParse(input)
  const errors: LineErrors = {}
  if (!result.success) {
    for (const [path, sentence] of Object.entries(fieldErrors(result.error.issues)))
      errors[path.split('.')[0] as LineField] ??= sentence
  }
  if (unknownRole && !line.role) errors.role = messages.users.importRoleUnknown(unknownRole)
  else if (role && !mayAdd(role)) errors.role = messages.users.notToRegister(mayAdd)
  const missing = projects.filter(project => !known.has(projectKey(project)))
  return {
    errors,
    person: result.success ? result.data : null,
    missing: [...new Map(missing.map(project => [projectKey(project), project])).values()],
    missingTeams: teams.filter(team => !knownTeams.has(teamKey(team))),
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

/** A line without the team of this key. */
export function withoutTeam(line: Line, key: string, knownTeams: ReadonlySet<string>): Line {
  const teams = splitTeams(line.teams, knownTeams)
  const others = teams.filter(team => teamKey(team) !== key)
  return others.length === teams.length ? line : changeLine(line, 'teams', others.join('; '))
}

/** Adds the server's errors to their lines. */
export function withRefusals(lines: readonly Line[], errors: Record<string, string>): Line[] {
  const refused = new Map<number, LineErrors>()
  for (const [path, sentence] of Object.entries(errors)) {
    const [, index, field] = /^people\.(\d+)\.(name|email|role|projects|teams)\b/.exec(path) ?? []
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
