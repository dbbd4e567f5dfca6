import chevron from 'bootstrap-icons/icons/chevron-down.svg?raw'
import list from 'bootstrap-icons/icons/list-ul.svg?raw'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { takeFocus } from '../lib/focus.ts'
import { useIsOneColumn } from '../lib/viewport.ts'
import { Icon } from './icon.tsx'

/** The `id` is the section's hash in the URL. */
export type SectionLink = { id: string; title: string }

type SectionsProps = {
  index: readonly SectionLink[]
  /** True while sections still change their heights. Only afterwards does the page scroll to a linked section. */
  isLoading: boolean
  children: ReactNode
}

/** The sections of a long page, and links to each of them, which stay in sight beside them on wide screens. */
export function Sections({ index, isLoading, children }: SectionsProps) {
  const current = useCurrentSection(index, isLoading)
  const isOneColumn = useIsOneColumn()
  const disclosure = useRef<HTMLDetailsElement>(null)
  const links = (
    <ul>
      {index.map(({ id, title }) => (
        <li key={id}>
          <Link
            to={{ hash: id }}
            // Back leads to the previous page, not through the sections.
            replace
            aria-current={id === current && !isOneColumn ? 'location' : undefined}
            onClick={() => disclosure.current?.removeAttribute('open')}
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
  return (
    <div className="sections">
      <nav className="section-index" aria-label="Sections of this page">
        {isOneColumn ? (
          <details ref={disclosure}>
            <summary>
              <Icon svg={list} />
              On this page
              <Icon svg={chevron} className="chevron" />
            </summary>
            {links}
          </details>
        ) : (
          links
        )}
      </nav>
      <div className="section-list">{children}</div>
    </div>
  )
}

/** The section that the user reads. After a link to a section, that section is current until the user scrolls. */
function useCurrentSection(index: readonly SectionLink[], isLoading: boolean) {
  const { hash, key } = useLocation()
  const [current, setCurrent] = useState(index[0]?.id)
  const scrolledTo = useRef<number>(undefined)

  const showLinked = useEffectEvent(() => {
    const linked = index.find(({ id }) => `#${id}` === hash)
    const section = linked && document.getElementById(linked.id)
    if (!section || !takeFocus(section.querySelector<HTMLElement>('h2'), { preventScroll: true })) return
    section.scrollIntoView({ block: 'start' })
    scrolledTo.current = window.scrollY
    setCurrent(linked.id)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when the same link is pressed again
  useEffect(() => {
    if (!isLoading) showLinked()
  }, [hash, key, isLoading])

  const followScrolling = useEffectEvent(() => {
    if (scrolledTo.current !== undefined && Math.abs(window.scrollY - scrolledTo.current) < 2) return
    scrolledTo.current = undefined
    setCurrent(findRead(index))
  })
  useEffect(() => {
    const follow = () => followScrolling()
    window.addEventListener('scroll', follow, { passive: true })
    return () => window.removeEventListener('scroll', follow)
  }, [])

  return current
}

/**
 * The section at a line that moves from the top of the window to its bottom while the page scrolls from its start to its
 * end, so that the last sections are reached too, however short they are.
 */
function findRead(index: readonly SectionLink[]) {
  const { scrollHeight, clientHeight } = document.documentElement
  const line = (window.scrollY / Math.max(scrollHeight - clientHeight, 1)) * clientHeight
  const above = index.filter(({ id }) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top
    return top !== undefined && top <= line
  })
  return (above.at(-1) ?? index[0])?.id
}
