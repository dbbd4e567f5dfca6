import { Fragment, type ReactNode } from 'react'
import { Icon } from './icon.tsx'
import './item-list.scss'

/** A short list of items, each with a name, some facts and a button. */
export function ItemList({ children }: { children: ReactNode }) {
  return <ul className="item-list">{children}</ul>
}

/** Facts in one sentence. A line breaks between two of them, and never begins with a dot. */
export const ItemFacts = ({ facts }: { facts: readonly ReactNode[] }) =>
  facts.map((fact, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the facts of an item are always the same, in the same order
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className="item-fact">
        {fact}
        {index < facts.length - 1 && ' ·'}
      </span>
    </Fragment>
  ))

type ItemProps = {
  icon: string
  name: ReactNode
  facts: ReactNode
  children?: ReactNode
}

export function Item({ icon, name, facts, children }: ItemProps) {
  return (
    <li>
      <Icon svg={icon} />
      <div className="item">
        <p className="item-name">{name}</p>
        <p>{facts}</p>
      </div>
      {children}
    </li>
  )
}
