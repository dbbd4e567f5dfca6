import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type Reader, readersReply } from '#shared/contract/notifications.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { roleLabels } from '#shared/roles.ts'
import { request } from '../lib/api-client.ts'
import type { CommentDraft } from './comment-box.tsx'
import { caretPosition, matchingReaders, mentionAt, mentionedIn } from './mention-text.ts'
import { Avatar } from './people.tsx'

const stableMs = 5 * 60_000

/** The users whom a comment on this report can mention. If they fill more than one page, the server searches by name. */
export function useReaders(reportId: string, typed: string, { enabled }: { enabled: boolean }) {
  const all = useQuery({ ...options(reportId, ''), enabled })
  const hasMore = all.data !== undefined && all.data.pagination.pages > 1
  const named = useQuery({
    ...options(reportId, typed),
    enabled: hasMore && typed !== '',
    placeholderData: keepPreviousData,
  })
  return hasMore && typed !== '' ? named.data?.data : all.data?.data
}

const options = (reportId: string, search: string) => ({
  queryKey: ['readers', reportId, search],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    request({
      path: `/reports/${reportId}/readers`,
      query: { search: search || undefined },
      reply: readersReply,
      signal,
    }),
  staleTime: stableMs,
})

type MentionsOptions = {
  reportId: string
  field: RefObject<HTMLTextAreaElement | null>
  draft: CommentDraft
}

/**
 * The list of people that an @ in a comment opens. The focus stays in the text: `fieldProps` belong to the text field, and
 * `list` is rendered behind it. The ids of the people whom the text names are kept in the draft.
 */
export function useMentions({ reportId, field, draft }: MentionsOptions) {
  const { text, mentions, write } = draft
  const listId = useId()
  const [caret, setCaret] = useState<number>()
  const [closedAt, setClosedAt] = useState<number>()
  const [index, setIndex] = useState(0)
  const nextCaret = useRef<number>(undefined)
  /** All readers that were loaded so far. A search of the server returns only some of them. */
  const known = useRef(new Map<number, Reader>())
  const at = caret === undefined ? null : mentionAt(text, caret)
  const readers = useReaders(reportId, at?.typed ?? '', { enabled: text.includes('@') })
  const offered = at && at.start !== closedAt ? matchingReaders(readers ?? [], at.typed) : []
  const isOpen = offered.length > 0
  const current = Math.min(index, offered.length - 1)
  // The next comment begins at the same place, and its @ opens the list again.
  if (closedAt !== undefined && !text.includes('@')) setClosedAt(undefined)

  function choose({ id, name }: Reader) {
    if (!at) return
    const inserted = `@${name} `
    const rest = text.slice(at.start + 1 + at.typed.length).replace(/^ /, '')
    nextCaret.current = at.start + inserted.length
    write(text.slice(0, at.start) + inserted + rest, [...mentions, id])
  }

  // After a choice the caret is placed behind the inserted name.
  useLayoutEffect(() => {
    if (nextCaret.current === undefined) return
    field.current?.focus()
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    setCaret(nextCaret.current)
    nextCaret.current = undefined
  })

  const keepIds = useEffectEvent(() => {
    for (const reader of readers ?? []) known.current.set(reader.id, reader)
    if (known.current.size === 0) return
    // The names of people mentioned in a stored draft may not be loaded yet. The server ignores people who can't read the
    // report.
    const unknown = mentions.filter(id => !known.current.has(id))
    const named = mentionedIn(text, [...known.current.values()], mentions, limits.mentionsMax)
    const next = [...named, ...unknown]
    if (next.join() !== mentions.join()) write(text, next)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the text or the readers have changed
  useEffect(() => keepIds(), [text, readers])

  function handleKeyDown(event: KeyboardEvent) {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    if (!isOpen || event.nativeEvent.isComposing || altKey || ctrlKey || metaKey || shiftKey) return
    const chosen = offered[current]
    if (key === 'ArrowDown') setIndex((current + 1) % offered.length)
    else if (key === 'ArrowUp') setIndex((current - 1 + offered.length) % offered.length)
    else if ((key === 'Enter' || key === 'Tab') && chosen) choose(chosen)
    else if (key === 'Escape') setClosedAt(at?.start)
    else return
    // The list uses these keys: otherwise Escape would close the comment box, and Enter would begin a new line.
    event.preventDefault()
    event.stopPropagation()
  }

  const followCaret = () => setCaret(caretIn(field.current))
  const fieldProps = {
    onKeyDown: handleKeyDown,
    onInput() {
      setIndex(0)
      followCaret()
    },
    onKeyUp: followCaret,
    onClick: followCaret,
    onFocus: followCaret,
    onBlur: followCaret,
    // The field keeps its role; these attributes announce the option that the arrow keys have reached.
    ...(isOpen && {
      'aria-autocomplete': 'list' as const,
      'aria-controls': listId,
      'aria-activedescendant': `${listId}-${current}`,
    }),
  }

  const list = (
    <>
      <span className="visually-hidden" role="status">
        {isOpen && messages.notifications.mentionsFound(offered.length)}
      </span>
      {isOpen && at && (
        <MentionList id={listId} field={field} start={at.start}>
          {offered.map((reader, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field
            <div
              key={reader.id}
              id={`${listId}-${place}`}
              role="option"
              aria-selected={place === current}
              ref={place === current ? scrollIntoList : undefined}
              onClick={() => choose(reader)}
            >
              <Avatar id={reader.id} name={reader.name} />
              <span className="mention-name">{reader.name}</span>
              <span className="mention-role">{roleLabels[reader.role]}</span>
            </div>
          ))}
        </MentionList>
      )}
    </>
  )
  return { fieldProps, list: text.includes('@') && list }
}

const scrollIntoList = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** The caret's position; undefined if the field isn't focused or a part of its text is selected. */
function caretIn(element: HTMLTextAreaElement | null) {
  if (!element || element !== document.activeElement) return undefined
  return element.selectionStart === element.selectionEnd ? element.selectionEnd : undefined
}

type MentionListProps = {
  id: string
  field: RefObject<HTMLTextAreaElement | null>
  /** The index of the @. */
  start: number
  children: ReactNode
}

/** The list is in the browser's top layer, because cards and columns cut off what overflows them. */
function MentionList({ id, field, start, children }: MentionListProps) {
  const list = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    list.current?.showPopover?.()
  }, [])

  useLayoutEffect(() => {
    function place() {
      if (!list.current || !field.current) return
      const { left, top, bottom } = caretPosition(field.current, start)
      const { offsetWidth, offsetHeight, style } = list.current
      const { clientWidth, clientHeight } = document.documentElement
      const isAbove = bottom + offsetHeight > clientHeight && top > offsetHeight
      style.left = `${Math.max(edge, Math.min(left, clientWidth - offsetWidth - edge))}px`
      style.top = `${isAbove ? top - offsetHeight : bottom}px`
    }
    place()
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  })

  return (
    <div
      ref={list}
      id={id}
      className="mention-list"
      popover="manual"
      role="listbox"
      aria-label="People to mention"
      // A press must not take the focus from the text.
      onMouseDown={event => event.preventDefault()}
    >
      {children}
    </div>
  )
}

/** The minimum distance from the window's edge, in px. */
const edge = 8
