import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { reportInput } from '#shared/contract/reports.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { checkAsTyped, useForm } from '../../lib/forms.ts'
import { asText, type Draft, readDraft, removeDraft, sweepDrafts, writeDraft } from './report-drafts.ts'
import { onlyOffered, type ProjectOption, type ReportValues } from './report-values.ts'

/** A draft was restored, a draft of an earlier day is offered, or the user has just discarded or continued one. */
export type DraftNotice =
  | { kind: 'restored'; savedAt: string; isOutdated: boolean }
  | ({ kind: 'earlier' } & EarlierDraft)
  | {
      kind: 'done'
      sentence: string
      undo: () => void
      /** The form's values as text. Once they differ, undoing would lose what was typed since. */
      until?: string
    }

type EarlierDraft = { slot: string; day: string; draft: Draft }

type Options = {
  slot: string
  /** The values before the user has typed anything. */
  initial: ReportValues
  projects: readonly ProjectOption[]
  /** The version of the report that is being edited, as text. */
  basedOn?: string
  /** A draft of another slot that the user may continue here. */
  earlier?: EarlierDraft | null
}

const check = checkAsTyped<ReportValues>(reportInput)

/** The form. Its values survive a reload, a closed tab, an expired session and a failed submit. */
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
  /** The text of the stored draft, or of the initial values, which are not stored. */
  const storedText = useRef(asText(start))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isFinished = useRef(false)

  const save = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    const values = getValues()
    const text = asText(values)
    if (isFinished.current || text === storedText.current) return
    storedText.current = text
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

  /** Shows what another tab typed into the same report. Text typed here that is not stored yet is never replaced. */
  const loadFromOtherTab = useEffectEvent(() => {
    if (isFinished.current || asText(getValues()) !== storedText.current) return
    const draft = readDraft(slot)
    const text = draft && asText(draft.values)
    if (!draft || text === null || text === storedText.current) return
    storedText.current = text
    setValues(draft.values)
  })

  // A layout effect, because its cleanup must save the draft before the next screen is shown, not some time after.
  useLayoutEffect(() => {
    sweepDrafts()
    const handleHide = () => save()
    const handleOtherTab = () => loadFromOtherTab()
    window.addEventListener('pagehide', handleHide)
    window.addEventListener('storage', handleOtherTab)
    // A frozen tab receives no storage events.
    window.addEventListener('focus', handleOtherTab)
    return () => {
      window.removeEventListener('pagehide', handleHide)
      window.removeEventListener('storage', handleOtherTab)
      window.removeEventListener('focus', handleOtherTab)
      save()
    }
  }, [])

  function setValues(values: Draft['values']) {
    // Without keepFieldsRef the fields register again only with the next render and can't get the focus before that.
    reset({ ...values, date: initial.date }, { keepFieldsRef: true })
  }

  /** The report was sent: removes the draft and stores no further changes. */
  function finish() {
    isFinished.current = true
    clearTimeout(timer.current)
    removeDraft(slot)
  }

  /** The report waits on this device: removes the draft. What is typed from now on begins another one. */
  function setAside() {
    clearTimeout(timer.current)
    timer.current = undefined
    storedText.current = asText(getValues())
    removeDraft(slot)
  }

  /** Moves the draft to another slot, unless that has a draft already. */
  function moveTo(other: string) {
    if (readDraft(other)) return
    writeDraft(other, getValues(), basedOn)
    finish()
  }

  function discard() {
    if (notice?.kind === 'earlier') discardEarlier(notice)
    else discardTyped()
  }

  function discardTyped() {
    replaceValues(initial, messages.reports.draftDiscarded, () => setNotice(notice))
  }

  function discardEarlier(offer: EarlierDraft) {
    removeDraft(offer.slot)
    const undo = () => restoreEarlier(offer)
    setNotice({ kind: 'done', sentence: messages.reports.draftDiscarded, undo })
  }

  /** Continues the draft of an earlier day here. */
  function takeOver() {
    if (notice?.kind !== 'earlier') return
    writeDraft(slot, notice.draft.values, basedOn)
    removeDraft(notice.slot)
    replaceValues(notice.draft.values, messages.reports.draftContinued, () => restoreEarlier(notice))
  }

  /** Replaces the values, and offers to undo that. */
  function fill(next: ReportValues, sentence: string, afterUndo: () => void) {
    replaceValues(next, sentence, () => {
      setNotice(notice)
      afterUndo()
    })
  }

  function replaceValues(next: Draft['values'], sentence: string, afterUndo: () => void) {
    const before = structuredClone(getValues())
    const undo = () => {
      setValues(before)
      afterUndo()
    }
    setValues(next)
    setNotice({ kind: 'done', sentence, undo, until: asText(next) })
  }

  function restoreEarlier(offer: EarlierDraft) {
    writeDraft(offer.slot, offer.draft.values, offer.draft.based_on)
    setNotice({ kind: 'earlier', ...offer })
  }

  return { form, isUntouched, notice, finish, setAside, moveTo, discard, takeOver, fill }
}
