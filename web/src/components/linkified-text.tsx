import { Fragment, type ReactNode } from 'react'
import { splitLinks } from '../lib/split-links.ts'

type LinkifiedTextProps = {
  children: string
  /** What stands between the links, where some of it is marked. */
  mark?: (text: string) => ReactNode
}

/** A user's text: line breaks stay, long words wrap, and only http(s) URLs become links. */
export function LinkifiedText({ children, mark }: LinkifiedTextProps) {
  return (
    <div className="written-text">
      {splitLinks(children).map(({ text, isLink, at }) =>
        isLink ? (
          <a key={at} href={text} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        ) : mark ? (
          <Fragment key={at}>{mark(text)}</Fragment>
        ) : (
          text
        ),
      )}
    </div>
  )
}
