import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

type TabsProps<Id extends string> = {
  label: string
  tabs: readonly { id: Id; label: string /** Undefined while it is loaded. */; count?: string | undefined }[]
  selected: Id
  onSelect: (id: Id) => void
  children: ReactNode
}

/** Tabs as ARIA describes them: all are one tab stop; arrow keys, Home and End move and select. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Id>) {
  const prefix = useId()
  const buttons = useRef(new Map<Id, HTMLButtonElement | null>())
  const tabId = (id: Id) => `${prefix}-tab-${id}`
  const panelId = `${prefix}-panel`

  function handleKeyDown(event: KeyboardEvent) {
    const current = tabs.findIndex(tab => tab.id === selected)
    const targets: Record<string, number> = {
      ArrowLeft: (current - 1 + tabs.length) % tabs.length,
      ArrowRight: (current + 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const target = tabs[targets[event.key] ?? -1]
    if (!target) return
    event.preventDefault()
    buttons.current.get(target.id)?.focus()
    onSelect(target.id)
  }

  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} onKeyDown={handleKeyDown}>
        {tabs.map(tab => (
          <button
            key={tab.id}
            ref={button => {
              buttons.current.set(tab.id, button)
            }}
            id={tabId(tab.id)}
            type="button"
            role="tab"
            className="tab"
            aria-selected={tab.id === selected}
            aria-controls={panelId}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && <span className="tab-count tabular"> {tab.count}</span>}
          </button>
        ))}
      </div>
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(selected)}>
        {children}
      </div>
    </>
  )
}
