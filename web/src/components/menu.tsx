import dots from 'bootstrap-icons/icons/three-dots.svg?raw'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'
import './menu.scss'

export type MenuItem = {
  label: string
  icon: string
  /** If true, the item is red and a line separates it from the others. */
  isDanger?: boolean
} & (
  | { to: string }
  | {
      onSelect: () => void
      /** Why the item can't be chosen now. It stays in the menu, so that users find it. */
      whyNot?: string
    }
)

type MenuProps = {
  /** The accessible name of the button and of its menu. */
  label: string
  /** Says on phones what the menu is about, because the menu covers it there. */
  heading?: ReactNode
  items: readonly MenuItem[]
}

/**
 * A button that opens a menu, as ARIA describes them: arrow keys, Home, End and first letters move, Escape and Tab close.
 * On phones the menu is a sheet at the bottom of the screen.
 */
export function Menu({ label, heading, items }: MenuProps) {
  const [opened, setOpened] = useState<'first' | 'last' | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()

  function close() {
    // Rendered at once, because a dialog that the item opens will return the focus to the element that has it now.
    flushSync(() => setOpened(null))
    button.current?.focus()
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpened(event.key === 'ArrowDown' ? 'first' : 'last')
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-button menu-opener"
        aria-label={label}
        title="More actions"
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        aria-controls={opened ? id : undefined}
        onClick={() => setOpened('first')}
        onKeyDown={handleKeyDown}
      >
        <Icon svg={dots} />
      </button>
      {opened && (
        <OpenMenu
          id={id}
          label={label}
          heading={heading}
          items={items}
          start={opened}
          button={button}
          onClose={close}
        />
      )}
    </>
  )
}

type OpenMenuProps = MenuProps & {
  id: string
  start: 'first' | 'last'
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/**
 * The menu is in the browser's top layer, because cards cut off what overflows them. The layer covers the window, so
 * that a press beside the menu closes it and does nothing else.
 */
function OpenMenu({ id, label, heading, items, start, button, onClose }: OpenMenuProps) {
  const layer = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    layer.current?.showPopover?.()
    focusItem(choicesIn(box.current).at(start === 'first' ? 0 : -1))
  }, [start])

  useLayoutEffect(() => {
    function place() {
      if (!box.current || !button.current) return
      const { right, top, bottom } = button.current.getBoundingClientRect()
      const { offsetWidth, offsetHeight, style } = box.current
      const { clientWidth, clientHeight } = document.documentElement
      const isAbove = bottom + offsetHeight + edge > clientHeight && top > offsetHeight + edge
      const left = Math.min(right - offsetWidth, clientWidth - offsetWidth - edge)
      style.setProperty('--menu-left', `${Math.max(edge, left)}px`)
      style.setProperty('--menu-top', `${isAbove ? top - offsetHeight - gap : bottom + gap}px`)
    }
    place()
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [button])

  function handleKeyDown(event: KeyboardEvent) {
    const { key, altKey, ctrlKey, metaKey } = event
    // Shortcuts of the page don't apply while the menu is open.
    event.stopPropagation()
    if (altKey || ctrlKey || metaKey) return
    if (key === 'Escape' || key === 'Tab') {
      event.preventDefault()
      onClose()
      return
    }
    const choices = choicesIn(box.current)
    const next = targetOf(key, choices, choices.indexOf(document.activeElement as HTMLElement))
    if (!next) return
    event.preventDefault()
    focusItem(next)
  }

  function select(item: MenuItem) {
    if ('to' in item) return onClose()
    if (item.whyNot) return
    onClose()
    item.onSelect()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click beside the menu is a shortcut; Escape does the same
    // biome-ignore lint/a11y/noStaticElementInteractions: the click beside the menu is a shortcut; Escape does the same
    <div
      ref={layer}
      className="menu-layer"
      popover="manual"
      onClick={event => {
        // The row or card around the button must not handle this click.
        event.stopPropagation()
        if (event.target === layer.current) onClose()
      }}
    >
      <div ref={box} className="menu-box">
        {heading && (
          <div id={`${id}-heading`} className="menu-heading">
            {heading}
          </div>
        )}
        <div
          id={id}
          className="menu"
          role="menu"
          tabIndex={-1}
          aria-label={label}
          aria-describedby={heading ? `${id}-heading` : undefined}
          onKeyDown={handleKeyDown}
        >
          {items.map(item => (
            <Item key={item.label} item={item} onSelect={() => select(item)} />
          ))}
        </div>
      </div>
    </div>
  )
}

function Item({ item, onSelect }: { item: MenuItem; onSelect: () => void }) {
  const { label, icon, isDanger } = item
  const whyNot = 'to' in item ? undefined : item.whyNot
  const id = useId()
  const props = {
    role: 'menuitem',
    className: `menu-item ${isDanger ? 'menu-item-danger' : ''}`,
    tabIndex: -1,
    'aria-label': label,
    'aria-disabled': whyNot ? true : undefined,
    'aria-describedby': whyNot && id,
    onClick: onSelect,
  }
  const content = (
    <>
      <Icon svg={icon} />
      <span>
        {label}
        {whyNot && (
          <small id={id} className="menu-why-not">
            {whyNot}
          </small>
        )}
      </span>
    </>
  )
  if ('to' in item)
    return (
      <Link to={item.to} {...props} onKeyDown={pressBySpace}>
        {content}
      </Link>
    )
  return (
    <button type="button" {...props}>
      {content}
    </button>
  )
}

/** Follows a link with Space, as a menu item; browsers follow it only with Enter. */
function pressBySpace(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}

const choicesIn = (box: HTMLElement | null) => [
  ...(box?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
]

const focusItem = (item: HTMLElement | undefined) => item?.focus({ preventScroll: true })

/** The item that a key moves to, from the one with the focus. */
function targetOf(key: string, choices: readonly HTMLElement[], current: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return choices[(current + 1) % choices.length]
  if (key === 'ArrowUp') return choices.at(current <= 0 ? -1 : current - 1)
  if (key === 'Home') return choices[0]
  if (key === 'End') return choices.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const startsWithKey = (item: HTMLElement) =>
    item.getAttribute('aria-label')?.toLowerCase().startsWith(key.toLowerCase())
  return [...choices.slice(current + 1), ...choices.slice(0, current + 1)].find(startsWithKey)
}

/** The distance from the button and the least one from the edge of the window, in px. */
const gap = 4
const edge = 8
