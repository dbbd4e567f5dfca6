import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import './item-list.scss'

/** A short list of items, each with a name, some facts and a button. */
export function ItemList({ children }: { children: ReactNode }) {
  return <ul className="item-list">{children}</ul>
}

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
