import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { searchedWords } from '../search-words.ts'
import { pageQuery, requiredText, teamIdQuery } from './fields.ts'
import { added, paginationReply } from './replies.ts'

/** What a hit can be, in the order in which different kinds are listed. */
export const searchTypes = ['person', 'project', 'task', 'report', 'comment'] as const
export type SearchType = (typeof searchTypes)[number]

/** Emoji and signs alone are no words. */
const searchText = requiredText('search', messages.search.empty, limits.searchTextMax).check(
  z.refine<string>(text => searchedWords(text).length > 0, { error: messages.search.empty }),
)

/** Without `type`, the hits of all kinds follow each other in the order of `searchTypes`. */
export const searchQuery = z.object({
  ...pageQuery(),
  q: searchText,
  type: z.optional(z.enum(searchTypes, { error: messages.fields.invalid('type') })),
  teamId: teamIdQuery,
})
export type SearchQuery = z.output<typeof searchQuery>

const named = z.nullable(z.object({ id: z.number(), name: z.string() }))

/** A part of a text; `hit` marks the words that were searched for. */
export const snippetPartReply = z.object({ text: z.string(), hit: z.boolean() })
export type SnippetPart = z.infer<typeof snippetPartReply>

export const searchHitReply = z.object({
  type: z.enum(searchTypes),
  /** The id of the person, project, task, report or comment. */
  id: z.number(),
  /** A name, the title of a task, or the beginning of a report's summary. */
  title: z.string(),
  /** The date of the report, also of the report that a comment belongs to. */
  date: z.nullable(z.string()),
  /** The author, or the assignee of a task. */
  person: named,
  project: named,
  /** In hour.minutes, of reports only. */
  hours: z.nullable(z.number()),
  /** The path of its screen, for this user. */
  link: z.string(),
  /** The text around the words, in which at least one of them is marked. */
  snippet: z.array(snippetPartReply),
  /** Beside a name: the e-mail of a person, or the beginning of a description. */
  about: added(z.nullable(z.string()), null),
})
export type SearchHit = z.infer<typeof searchHitReply>

export const searchCountsReply = z.object({
  report: z.number(),
  comment: z.number(),
  task: z.number(),
  project: z.number(),
  person: z.number(),
})

export const searchReply = z.object({
  data: z.array(searchHitReply),
  /** Hits of each kind, whatever `type` is. Each number stops at 1,000. */
  counts: searchCountsReply,
  /** Of each kind, the first 1,000 hits have pages. */
  pagination: paginationReply,
  /** While the index is being built: how many things it has of how many. Otherwise null. */
  indexing: z.nullable(z.object({ done: z.number(), total: z.number() })),
})
export type SearchReply = z.infer<typeof searchReply>

/** The two calls that the palette makes for each text: the names are found sooner than the texts. */
export const quickSearchParts = ['names', 'texts'] as const
export const quickSearchQuery = z.object({
  q: searchText,
  of: z.enum(quickSearchParts, { error: messages.fields.invalid('of') }),
  teamId: teamIdQuery,
})
export type QuickSearchQuery = z.output<typeof quickSearchQuery>

/** `names`: the best people, projects and tasks. `texts`: the newest reports and comments. At most five of each kind. */
export const quickSearchReply = z.object({ data: z.array(searchHitReply) })
export type QuickSearchReply = z.infer<typeof quickSearchReply>
