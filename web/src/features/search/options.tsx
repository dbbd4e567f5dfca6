import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { SnippetPart } from '#shared/contract/search.ts'
import { Icon } from '../../components/icon.tsx'
import { Facts } from './facts.tsx'
import { Marked } from './marked.tsx'
import { rememberSearch } from './recent-searches.ts'
import type { PaletteField } from './search-dialog.tsx'
import './palette.scss'

export type Option = {
  key: string
  icon: string
  title: readonly SnippetPart[]
  below?: readonly SnippetPart[]
  facts?: readonly string[]
} & (
  | {
      to: string
      /** Opening it makes the text a recent search. */
      isResult?: true
    }
  | {
      /** Searches for this text. */
      text: string
    }
)

export type Group = {
  /** Absent: a single option without a heading. */
  title?: string
  /** The options are those of the text in the field. */
  isFresh: boolean
  options: readonly Option[]
}

type OptionsProps = {
  userId: number
  groups: readonly Group[]
  field: PaletteField
  onClose: () => void
  /** Announced to screen readers. */
  status?: string
  isBusy?: boolean
  /** Below the options. */
  children?: ReactNode
}

/** The listbox of the palette. The focus stays in the field; `aria-activedescendant` says which option Enter opens. */
export function Options({ userId, groups, field, onClose, status = '', isBusy, children }: OptionsProps) {
  const { text, listId } = field
  const navigate = useNavigate()
  const shown = groups.filter(({ options }) => options.length > 0)
  const options = shown.flatMap(group => group.options)
  const { active, isCertain, isGone, choose } = useActive(groups, field)
  // Not by its place: screen readers read a new option only if it has another id.
  const idOf = ({ key }: Option) => `${listId}-${encodeURIComponent(key)}`
  const activeId = active && idOf(active)

  useLayoutEffect(() => field.setActiveId(activeId), [field.setActiveId, activeId])
  useLayoutEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])

  const step = useEffectEvent((by: 1 | -1) => {
    if (!active) return
    const next = options[(options.indexOf(active) + by + options.length) % options.length]
    if (next) choose(next)
  })
  useLayoutEffect(() => {
    field.onStep.current = by => step(by)
    return () => {
      field.onStep.current = undefined
    }
  }, [field.onStep])

  function keep(option: Option) {
    if ('to' in option && option.isResult) rememberSearch(userId, text)
  }

  function leave(option: Option) {
    if ('text' in option) {
      field.setText(option.text)
      return
    }
    keep(option)
    onClose()
  }

  const open = useEffectEvent((option: Option | undefined, inNewTab: boolean) => {
    field.forgetPress()
    if (!option) return
    if ('to' in option && inNewTab) {
      keep(option)
      window.open(option.to, '_blank', 'noopener')
      return
    }
    leave(option)
    if ('to' in option) void navigate(option.to)
  })
  // Enter waits for the results of the text in the field: with those of an earlier text it would open the wrong one.
  const isOpening = field.pressed !== undefined && !field.isComposing && isCertain
  useEffect(() => {
    if (isOpening) open(isGone ? undefined : active, field.pressed === 'ctrl+enter')
  }, [isOpening, isGone, active, field.pressed])

  return (
    <>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      {isBusy && <div className="palette-busy" aria-hidden="true" />}
      {options.length > 0 && (
        <div id={listId} role="listbox" aria-label="Results">
          {shown.map(group => {
            const list = group.options.map(option => (
              <PaletteOption
                key={option.key}
                id={idOf(option)}
                option={option}
                isActive={option === active}
                onPoint={() => choose(option)}
                onLeave={() => leave(option)}
              />
            ))
            if (group.title === undefined) return list
            const headingId = `${listId}-${encodeURIComponent(group.title)}`
            return (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be part of a listbox
              <div key={group.title} role="group" aria-labelledby={headingId} className="palette-group">
                <div id={headingId} className="palette-heading">
                  {group.title}
                </div>
                {list}
              </div>
            )
          })}
        </div>
      )}
      {children}
    </>
  )
}

/**
 * The option that Enter opens: the first one until the user chooses another. `isCertain`: no result that is still expected
 * can change it. `isGone`: the one that the user chose is not among the new results, so nothing is opened in its place.
 */
function useActive(groups: readonly Group[], { text }: PaletteField) {
  const [chosen, setChosen] = useState<{ key: string; text: string }>()
  const options = groups.flatMap(group => group.options)
  const isChosen = chosen?.text === text
  const found = isChosen ? options.find(({ key }) => key === chosen.key) : undefined
  const active = found ?? options[0]
  const at = groups.findIndex(group => active !== undefined && group.options.includes(active))
  const areAllFresh = (some: readonly Group[]) => some.every(({ isFresh }) => isFresh)
  const isCertain = found
    ? groups[at]?.isFresh === true
    : areAllFresh(isChosen || at === -1 ? groups : groups.slice(0, at + 1))
  return {
    active,
    isCertain,
    isGone: isChosen && !found,
    choose: ({ key }: Option) => setChosen({ key, text }),
  }
}

type PaletteOptionProps = {
  id: string
  option: Option
  isActive: boolean
  onPoint: () => void
  onLeave: () => void
}

function PaletteOption({ id, option, isActive, onPoint, onLeave }: PaletteOptionProps) {
  const { icon, title, below = [], facts = [] } = option
  const props = {
    id,
    role: 'option',
    className: 'palette-option',
    tabIndex: -1,
    'aria-selected': isActive,
    // Only when the pointer moves: results that appear below a resting pointer are not chosen by it.
    onPointerMove: ({ pointerType }: React.PointerEvent) => pointerType === 'mouse' && !isActive && onPoint(),
    // The focus stays in the field, and so does the keyboard of a phone.
    onMouseDown: (event: React.MouseEvent) => event.preventDefault(),
  } as const
  const content = (
    <>
      <Icon svg={icon} />
      <span className="palette-text">
        <span className="palette-title">
          <Marked parts={title} />
        </span>
        {below.length > 0 && (
          <span className="palette-below">
            <Marked parts={below} />
          </span>
        )}
        {facts.length > 0 && (
          <span className="palette-facts">
            <Facts facts={facts} />
          </span>
        )}
      </span>
    </>
  )
  if ('text' in option) {
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are pressed in the field
      // biome-ignore lint/a11y/noStaticElementInteractions: it is an option
      <div {...props} onClick={onLeave}>
        {content}
      </div>
    )
  }
  return (
    // A link, so that it can be opened in a new tab by the mouse, and its page is loaded when it is pointed at.
    <Link
      {...props}
      to={option.to}
      onClick={event => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onLeave()
      }}
    >
      {content}
    </Link>
  )
}
