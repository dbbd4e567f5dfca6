import arrowLeft from 'bootstrap-icons/icons/arrow-left.svg?raw'
import {
  createContext,
  type ReactNode,
  type Ref,
  type RefObject,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { Link, useLocation, useNavigationType } from 'react-router'
import { hasMovedFocus, takeFocus } from '../lib/focus.ts'
import { BrandMark, Icon } from './icon.tsx'

const appName = 'Daily Report App'

/** The path of the page shown last; null before the first one. */
const ShownPath = createContext<RefObject<string | null>>({ current: null })

export function PageMemory({ children }: { children: ReactNode }) {
  return <ShownPath value={useRef(null)}>{children}</ShownPath>
}

type PageProps = {
  title: string
  /** Replaces the title as the heading. */
  heading?: ReactNode
  beside?: ReactNode
  subtitle?: ReactNode
  /** A link above the heading, to the list that the page belongs to. */
  back?: { to: string; label: string }
  /** The main action. */
  action?: ReactNode
  /** If true, the heading and the action stick to the top of wide screens while the page scrolls. */
  stays?: boolean
  /** If true, the heading takes less space, for long lists. */
  isList?: boolean
  /** Forms and reading pages are narrow. `indexed` has space for the links to its sections. */
  width?: 'wide' | 'reading' | 'indexed'
  children: ReactNode
}

/**
 * The frame of every screen: the document's title and one heading, which takes the focus after a navigation (not on the
 * first load), unless the screen has a first field (`useFirstField`).
 */
export function Page(props: PageProps) {
  const { title, heading = title, beside, subtitle, back, action, stays = false, isList = false } = props
  const { width = 'wide', children } = props
  const headingRef = usePageHeading(title)
  const h1 = (
    <h1 ref={headingRef} tabIndex={-1}>
      {heading}
    </h1>
  )
  return (
    <div className={`page page-${width} ${isList ? 'page-list' : ''}`}>
      <div className={stays ? 'page-header page-header-stays' : 'page-header'}>
        <div className="page-heading">
          {back && (
            <Link to={back.to} className="icon-link page-back">
              <Icon svg={arrowLeft} />
              {back.label}
            </Link>
          )}
          {beside ? (
            <div className="page-title">
              {h1}
              {beside}
            </div>
          ) : (
            h1
          )}
          {/* The key makes a new element for each heading, because headings differ in height and it would shift. */}
          {subtitle && (
            <p key={typeof heading === 'string' ? heading : title} className="page-subtitle">
              {subtitle}
            </p>
          )}
        </div>
        {action}
      </div>
      {children}
    </div>
  )
}

/** For pages that lay out their heading themselves. */
export function usePageHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shownPath = use(ShownPath)
  const { pathname } = useLocation()
  const cameBack = useNavigationType() === 'POP'

  useEffect(() => {
    document.title = `${title} · ${appName}`
  }, [title])

  // A layout effect, because by the time a passive effect runs the user may be in one of the fields.
  useLayoutEffect(() => {
    const isNavigation = shownPath.current !== null && shownPath.current !== pathname
    shownPath.current = pathname
    if (!isNavigation) return
    if (!isFirstField(document.activeElement)) takeFocus(heading.current, { preventScroll: true })
    if (!cameBack) window.scrollTo(0, 0)
  }, [pathname, cameBack, shownPath])

  return heading
}

/**
 * For the one field that a screen is opened for: it has the focus from the start, on the first load too, unless the user
 * has moved it while the screen was loading. `usePageHeading` then leaves the focus there.
 */
export function useFirstField<T extends HTMLElement>(isWanted = true) {
  const field = useRef<T>(null)
  const hasStarted = useRef(false)
  const shownPath = use(ShownPath)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at the start, never while the screen is in use
  useLayoutEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    if (!isWanted || !field.current) return
    const isNavigation = shownPath.current !== null && shownPath.current !== pathname
    // After a navigation the link that led here may still have the focus.
    const others = 'header *, .skip-link, input, select, textarea'
    if (isNavigation ? hasMovedFocus() : document.activeElement?.matches(others)) return
    field.current.dataset.firstFocus = ''
    field.current.focus({ preventScroll: true })
  }, [])
  return field
}

const isFirstField = (element: Element | null) =>
  element instanceof HTMLElement && element.dataset.firstFocus !== undefined

type FormCardProps = {
  title: string
  heading: string
  intro?: string
  children: ReactNode
  footer?: ReactNode
}

/** A page with one short form in the middle of the screen. */
export function FormCard({ title, heading, intro, children, footer }: FormCardProps) {
  const headingRef = usePageHeading(title)
  return (
    <div className="page form-page">
      <BrandMark />
      <h1 ref={headingRef} tabIndex={-1}>
        {heading}
      </h1>
      {intro && <p className="text-body-secondary">{intro}</p>}
      <div className="card card-body">{children}</div>
      {footer && <div className="form-page-footer">{footer}</div>}
    </div>
  )
}

type SectionProps = {
  title: string
  /** The hash of links to the section (see `Sections`). */
  id?: string
  about?: ReactNode
  children: ReactNode
  /** For sections whose buttons disappear after use: the focus then moves to the heading. */
  headingRef?: Ref<HTMLHeadingElement>
}

/** One section of a settings page. Each is saved by itself and shows its own result. */
export function Section({ id, title, about, children, headingRef }: SectionProps) {
  const headingId = useId()
  return (
    <section id={id} className="card card-body section" aria-labelledby={headingId}>
      <div className="section-heading">
        <h2 id={headingId} ref={headingRef} tabIndex={id || headingRef ? -1 : undefined}>
          {title}
        </h2>
        {about && <p className="text-body-secondary">{about}</p>}
      </div>
      {children}
    </section>
  )
}
