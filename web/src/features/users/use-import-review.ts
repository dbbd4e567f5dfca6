import { type FormEvent, useCallback, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ImportUsersReply } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { ApiError, serverText } from '../../lib/api-error.ts'
import { takeFocus, useFocusOnce } from '../../lib/focus.ts'
import { useImportUsers } from './api.ts'
import {
  type CheckedList,
  changeLine,
  emptyLine,
  hasAccount,
  importBody,
  type Line,
  type LineField,
  withoutTeam,
  withRefusals,
} from './import-lines.ts'
import type { ChangeImport, ImportState } from './use-import-draft.ts'

/** In the order of the page, where questions about all lines are above the lines. */
const problems = '.import-roles select, [data-undecided] input, .import-lines [aria-invalid="true"]'

/** Where the focus goes in the review. */
export function useReviewFocus() {
  const form = useRef<HTMLFormElement>(null)
  const heading = useFocusOnce<HTMLHeadingElement>(true, { preventScroll: true })
  const actions = useMemo(
    () => ({
      toHeading: () => heading.current?.focus(),
      toFirstProblem: () => takeFocus(form.current?.querySelector<HTMLElement>(problems)),
      /** Focuses the line at an index, the last one if there is none, and the heading without lines. */
      toLine(index: number) {
        const fieldsets = form.current?.querySelectorAll<HTMLElement>('.import-line') ?? []
        const line = fieldsets[Math.min(index, fieldsets.length - 1)]
        // On phones a folded line has only its button.
        if (line) line.querySelector<HTMLElement>('input, button')?.focus()
        else heading.current?.focus()
      },
    }),
    [heading],
  )
  return { form, heading, actions }
}

export type ReviewFocus = ReturnType<typeof useReviewFocus>['actions']

/** Changes to the lines. `change` and `remove` stay the same functions, because the lines are memoized. */
export function useLineChanges(onChange: ChangeImport, focus: ReviewFocus) {
  const changeLines = useCallback(
    (next: (lines: Line[]) => Line[]) => onChange(before => ({ lines: next(before.lines) })),
    [onChange],
  )

  const change = useCallback(
    (key: number, field: LineField, value: string) =>
      changeLines(lines => lines.map(line => (line.key === key ? changeLine(line, field, value) : line))),
    [changeLines],
  )

  const remove = useCallback(
    (key: number) => {
      let index = 0
      flushSync(() =>
        changeLines(lines => {
          index = lines.findIndex(line => line.key === key)
          return lines.filter(line => line.key !== key)
        }),
      )
      focus.toLine(index)
    },
    [changeLines, focus],
  )

  function add() {
    let index = 0
    flushSync(() =>
      changeLines(lines => {
        index = lines.length
        return [...lines, emptyLine()]
      }),
    )
    focus.toLine(index)
  }

  function removeWithAccount() {
    flushSync(() => changeLines(lines => lines.filter(line => !hasAccount(line))))
    focus.toHeading()
  }

  /** Gives a role to all lines that have the same unknown word in its place. */
  const setRole = (word: string, role: string) =>
    changeLines(lines =>
      lines.map(line => (line.unknownRole === word ? changeLine(line, 'role', role) : line)),
    )

  function omitTeam(key: string, knownTeams: ReadonlySet<string>) {
    flushSync(() => changeLines(lines => lines.map(line => withoutTeam(line, key, knownTeams))))
    // The pressed button has disappeared.
    focus.toHeading()
  }

  return { change, remove, add, removeWithAccount, setRole, omitTeam }
}

type Failure = {
  sentence: string
  /** The focus goes to the first of the lines instead of the alert. */
  isAboutLines: boolean
}

type Sending = {
  state: ImportState
  checked: CheckedList
  onChange: ChangeImport
  onInvited: (reply: ImportUsersReply) => void
  focus: ReviewFocus
}

/** Sends the list. What the server refuses about a line is shown in that line. */
export function useSendImport({ state, checked, onChange, onInvited, focus }: Sending) {
  const { lines, decisions } = state
  const { mutateAsync, isPending, isSuccess } = useImportUsers()
  const [failure, setFailure] = useState<Failure | null>(null)
  const isSending = useRef(false)

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    // A second click may come before the button is rendered as disabled.
    if (isSending.current) return
    if (lines.length === 0) return setFailure({ sentence: messages.users.importNone, isAboutLines: false })
    if (checked.wrong > 0) {
      setFailure({ sentence: messages.users.importRefused(checked.wrong), isAboutLines: true })
      return focus.toFirstProblem()
    }
    isSending.current = true
    setFailure(null)
    try {
      onInvited(await mutateAsync(importBody(checked, decisions)))
    } catch (error) {
      showFailure(error)
    } finally {
      isSending.current = false
    }
  }

  function showFailure(error: unknown) {
    const errors = error instanceof ApiError ? error.errors : {}
    const refused = withRefusals(lines, errors)
    const wrong = refused.filter(({ refused: found }) => Object.keys(found).length > 0).length
    if (wrong === 0) {
      const isLost = error instanceof ApiError && error.status === 0
      const sentence = isLost
        ? messages.users.importNoAnswer
        : (serverText(error) ?? messages.users.importFailed)
      return setFailure({ sentence, isAboutLines: false })
    }
    flushSync(() => {
      onChange({ lines: refused })
      setFailure({ sentence: messages.users.importRefused(wrong), isAboutLines: true })
    })
    focus.toFirstProblem()
  }

  return { handleSubmit, failure, isBusy: isPending || isSuccess }
}
