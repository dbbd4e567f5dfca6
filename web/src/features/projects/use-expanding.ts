import { useState } from 'react'

/** A row that was opened once stays mounted when it is collapsed, so that an upload continues and typed text is kept. */
export function useExpanding() {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)

  function toggle() {
    setIsOpen(!isOpen)
    setWasOpened(true)
  }

  return { isOpen, wasOpened, toggle }
}
