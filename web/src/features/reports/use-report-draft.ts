import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { reportInput } from '#shared/contract/reports.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { checkAsTyped } from '../../lib/check-by.ts'
import { useForm } from '../../lib/use-form.ts'
import { asText, type Draft, readDraft, removeDraft, sweepDrafts, writeDraft } from './report-drafts.ts'
import { onlyOffered, type ProjectOption, type ReportValues } from './report-values.ts'

/** What is to be said about drafts: one was restored, one of an earlier day waits, or what was just done to one. */
export type DraftNotice =
  | { kind: 'restored'; savedAt: string; isOutdated: boolean }
  | ({ kind: 'earlier' } & EarlierDraft)
  | {
      kind: 'done'
      sentence: string
      undo: () => void
      /** The form's values as text: once it holds others, undoing would lose what was typed since. */
      until?: string
    }

type EarlierDraft = { slot: string; day: string; draft: Draft }

type Options = {
  slot: string
  /** What the form holds when nothing was typed. */
  initial: ReportValues
  projects: readonly ProjectOption[]
  /** The version of the report that is being edited, as text. */
  basedOn?: string
  /** A draft of another slot that may be taken over. */
  earlier?: EarlierDraft | null
}

const check = checkAsTyped<ReportValues>(reportInput)

/** The form, whose values outlive a reload, a closed tab, an ended session and a failed send. */
export function useReportDraft({ slot, initial, projects, basedOn = '', earlier = null }: Options) {
  const initialText = asText(initial)
  const [restored] = useState(() => {
    const draft = readDraft(slot)
    return draft && asText(draft.values) !== initialText ? draft : null
  })
  const [start] = useState({ ...initial, ...restored?.values })
  const form = useForm<ReportValues>({
    defaultValues: start,
    resolver: (values, ...others) => check(onlyOffered(values, projects), ...others),
  })
  const { getValues, reset, subscribe } = form
  const [isUntouched, setIsUntouched] = useState(restored === null)
  const [notice, setNotice] = useState<DraftNotice | null>(() => {
    if (restored) {
      const isOutdated = restored.based_on !== basedOn
      return { kind: 'restored', savedAt: restored.saved_at, isOutdated }
    }
    return earlier && { kind: 'earlier', ...earlier }
  })
  /** What is known to be stored, or not worth storing. */
  const known = useRef(asText(start))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOver = useRef(false)

  const save = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    const values = getValues()
    const text = asText(values)
    if (isOver.current || text === known.current) return
    known.current = text
    if (text === initialText) removeDraft(slot)
    else writeDraft(slot, values, basedOn)
  })

  const handleChange = useEffectEvent(() => {
    // A throttle, not a debounce: the draft is saved also while the user types without a pause.
    timer.current ??= setTimeout(() => save(), limits.draftSaveMs)
    const text = asText(getValues())
    setIsUntouched(text === initialText)
    if (notice?.kind === 'done' && notice.until !== undefined && notice.until !== text) setNotice(null)
  })

  useEffect(() => subscribe({ formState: { values: true }, callback: () => handleChange() }), [subscribe])

  /** Two tabs on one report show one text; what is typed here and not stored yet is never replaced. */
  const follow = useEffectEvent(() => {
    if (isOver.current || asText(getValues()) !== known.current) return
    const draft = readDraft(slot)
    const text = draft && asText(draft.values)
    if (!draft || text === null || text === known.current) return
    known.current = text
    setValues(draft.values)
  })

  // Its end is part of the change of screens, not something for a quiet moment after it.
  useLayoutEffect(() => {
    sweepDrafts()
    const handleHide = () => save()
    const handleElsewhere = () => follow()
    window.addEventListener('pagehide', handleHide)
    window.addEventListener('storage', handleElsewhere)
    // A frozen tab hears no storage events.
    window.addEventListener('focus', handleElsewhere)
    return () => {
      window.removeEventListener('pagehide', handleHide)
      window.removeEventListener('storage', handleElsewhere)
      window.removeEventListener('focus', handleElsewhere)
      save()
    }
  }, [])

  function setValues(values: Draft['values']) {
    // Otherwise the fields register anew with the next render, and none can take the focus before that.
    reset({ ...values, date: initial.date }, { keepFieldsRef: true })
  }

  /** The report was sent: the draft is removed, and nothing typed from here on is stored. */
  function finish() {
    isOver.current = true
    clearTimeout(timer.current)
    removeDraft(slot)
  }

  /** What was typed moves to another slot, unless something is already written there. */
  function moveTo(other: string) {
    if (readDraft(other)) return
    writeDraft(other, getValues(), basedOn)
    finish()
  }

  function discard() {
    if (notice?.kind === 'earlier') discardEarlier(notice)
    else dropTyped()
  }

  function dropTyped() {
    replaceBy(initial, messages.reports.draftDiscarded, () => setNotice(notice))
  }

  function discardEarlier(offer: EarlierDraft) {
    removeDraft(offer.slot)
    const undo = () => putBack(offer)
    setNotice({ kind: 'done', sentence: messages.reports.draftDiscarded, undo })
  }

  /** Continues the draft of an earlier day here. */
  function takeOver() {
    if (notice?.kind !== 'earlier') return
    writeDraft(slot, notice.draft.values, basedOn)
    removeDraft(notice.slot)
    replaceBy(notice.draft.values, messages.reports.draftContinued, () => putBack(notice))
  }

  function replaceBy(next: Draft['values'], sentence: string, andUndo: () => void) {
    const before = structuredClone(getValues())
    const undo = () => {
      setValues(before)
      andUndo()
    }
    setValues(next)
    setNotice({ kind: 'done', sentence, undo, until: asText(next) })
  }

  function putBack(offer: EarlierDraft) {
    writeDraft(offer.slot, offer.draft.values, offer.draft.based_on)
    setNotice({ kind: 'earlier', ...offer })
  }

  return { form, isUntouched, notice, finish, moveTo, discard, takeOver }
}
