import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Tables that say something about one person, or have what one person wrote. */
const tables = [
  'users',
  'reports',
  'report_rows',
  'report_revisions',
  'report_projects',
  'project_people',
  'report_authors',
  'report_months',
  'absences',
  'tasks',
  'blockers',
  'comments',
  'comment_mentions',
  'notifications',
  'nudges',
]
const names = tables.join('|')
/** A select or a join in Kysely, or in SQL that is written by hand. */
const reads = new RegExp(
  `(?:selectFrom|innerJoin|leftJoin)\\(\\s*'(?:${names})(?: as \\w+)?'|\\b(?:from|join) (?:${names})\\b`,
)
/** `VisibleTasks` and the filters of lists contain a `VisiblePeople`. */
const isScoped = (text: string) => /\bVisible(?:People|Tasks)\b/.test(text)

/** `isQuery` is false for a type and for what other files can't call. */
type Declaration = { name: string; text: string; isQuery: boolean }

/** The declarations of a file that begin at the start of a line. The formatter indents everything that is inside of one. */
function declarationsOf(source: string): Declaration[] {
  const starts = [...source.matchAll(/^(export )?(?:async )?(const|let|function|type|class) (\w+)/gm)].map(
    match => ({
      at: match.index,
      name: match[3] as string,
      isQuery: match[1] !== undefined && match[2] !== 'type',
    }),
  )
  return starts.map(({ at, name, isQuery }, index) => ({
    name,
    isQuery,
    text: withoutComments(source.slice(at, starts[index + 1]?.at)),
  }))
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

/** The names of exported queries that read people's rows, with the helpers of their file, and take no `VisiblePeople`. */
export function unscopedQueries(source: string): string[] {
  const declarations = declarationsOf(source)
  const byName = new Map(declarations.map(each => [each.name, each]))
  /** The text of a declaration and of all declarations of the file that it uses. */
  function wholeText(declaration: Declaration, seen = new Set<string>()): string {
    seen.add(declaration.name)
    const used = [...byName.values()].filter(
      other => !seen.has(other.name) && new RegExp(`\\b${other.name}\\b`).test(declaration.text),
    )
    return [
      declaration.text,
      ...used.map(other => (seen.has(other.name) ? '' : wholeText(other, seen))),
    ].join('\n')
  }
  return declarations
    .filter(({ isQuery }) => isQuery)
    .filter(declaration => {
      const text = wholeText(declaration)
      return reads.test(text) && !isScoped(text)
    })
    .map(({ name }) => name)
}

/** `feature/file: name` of every such query of the features. */
export function unscopedQueriesOf(root: string): string[] {
  const folder = join(root, 'server/src/features')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !/\.(test|cases|notes)\.ts$/.test(file))
    .sort()
    .flatMap(file =>
      unscopedQueries(readFileSync(join(folder, file), 'utf8')).map(
        name => `${file.replaceAll('\\', '/')}: ${name}`,
      ),
    )
}
