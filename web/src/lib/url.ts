import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The current query string. React renders a changed URL later, so a choice based on the rendered query would undo the
 * choice made just before.
 */
export const searchNow = () => window.location.search

/** The page of a list in a URL; the first one if the value is invalid. */
export function pageIn(search: string): number {
  const text = new URLSearchParams(search).get('page') ?? ''
  return isId(text) ? Number(text) : 1
}

/** A whole number that the server accepts as an id. */
export const isId = (text: string) => /^[1-9]\d{0,14}$/.test(text)

export const isOneOf =
  <Value extends string>(values: readonly Value[]): OneOf<Value> =>
  (text): text is Value =>
    (values as readonly string[]).includes(text)

type Changes<Name extends string = string> = { readonly [name in Name]?: string | undefined }

/** The query string with other values; an empty value removes its name. The page is removed: another choice is another list. */
export function searchWith(search: string, changes: Changes): string {
  const query = new URLSearchParams(search)
  query.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value)
    else query.delete(name)
  }
  const text = query.toString()
  return text && `?${text}`
}

/** The page of a list, kept in the URL (?page=2) so that Back and reload restore it. The first page has no parameter. */
export function usePageInUrl() {
  const { search } = useLocation()
  const navigate = useNavigate()

  function setPage(page: number, options?: { replace: boolean }) {
    void navigate({ search: searchOfPage(searchNow(), page) }, options)
    if (!options?.replace) window.scrollTo(0, 0)
  }

  return { page: pageIn(search), setPage }
}

function searchOfPage(search: string, page: number): string {
  const query = new URLSearchParams(search)
  if (page > 1) query.set('page', String(page))
  else query.delete('page')
  return query.toString()
}

/** The names of a screen's filters, as in the URL and the API, and which texts are valid for each. */
type FilterSchema = { readonly [name: string]: (text: string) => boolean }

type OneOf<Value extends string> = (text: string) => text is Value

export type FiltersOf<Schema extends FilterSchema> = {
  -readonly [Name in keyof Schema]?: Schema[Name] extends OneOf<infer Value> ? Value : string
}

/** The valid filters in a URL. */
export function filtersIn<Schema extends FilterSchema>(schema: Schema, search: string): FiltersOf<Schema> {
  const query = new URLSearchParams(search)
  const valid = Object.entries(schema).flatMap(([name, isValid]) => {
    const text = query.get(name)?.trim() ?? ''
    return text !== '' && isValid(text) ? [[name, text]] : []
  })
  return Object.fromEntries(valid)
}

/** A screen's filters, kept in the URL so that a view can be bookmarked and Back undoes a choice. */
export function useUrlFilters<Schema extends FilterSchema>(schema: Schema) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const filters = filtersIn(schema, search)

  /** The same choice again adds no entry to the history. */
  function change(changes: Changes<Extract<keyof Schema, string>>, options?: { replace: boolean }) {
    const query = new URLSearchParams(searchNow())
    const isSame = Object.entries(changes).every(([name, value = '']) => value === (query.get(name) ?? ''))
    if (!isSame) void navigate({ search: searchWith(searchNow(), changes) }, options)
  }

  const clear = (names: readonly (keyof Schema)[] = Object.keys(schema)) =>
    change(Object.fromEntries(names.map(name => [name, ''])) as Changes<Extract<keyof Schema, string>>)

  return { filters, count: Object.keys(filters).length, change, clear }
}

/** Filters of a list that follows the typing, so their state doesn't wait for the URL. They add no entry to the history. */
export function useTypedFilters<Schema extends FilterSchema>(schema: Schema) {
  const inUrl = useUrlFilters(schema)
  const [filters, setFilters] = useState(inUrl.filters as Changes<Extract<keyof Schema, string>>)

  function change(changes: Changes<Extract<keyof Schema, string>>) {
    setFilters(before => ({ ...before, ...changes }))
    inUrl.change(changes, { replace: true })
  }

  return { filters, change }
}
