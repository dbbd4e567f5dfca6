import { useState } from 'react'

/** What was opened once is only hidden again: an upload goes on, and a half-typed link is still there. */
export function useExpanding() {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)

  function toggle() {
    setIsOpen(!isOpen)
    setWasOpened(true)
  }

  return { isOpen, wasOpened, toggle }
}
