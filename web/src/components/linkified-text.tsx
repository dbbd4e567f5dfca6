import { splitLinks } from '../lib/split-links.ts'
import './linkified-text.scss'

/** A user's text: line breaks stay, long words wrap, and only http(s) URLs become links. */
export function LinkifiedText({ children }: { children: string }) {
  return (
    <div className="written-text">
      {splitLinks(children).map(({ text, isLink, at }) =>
        isLink ? (
          <a key={at} href={text} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </div>
  )
}
