import { useState } from 'react'

/** A collapsed row stays mounted, so that an upload continues and a half-typed link is kept. */
export function useExpanding() {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)

  function toggle() {
    setIsOpen(!isOpen)
    setWasOpened(true)
  }

  return { isOpen, wasOpened, toggle }
}
