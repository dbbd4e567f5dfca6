import list from 'bootstrap-icons/icons/list.svg?raw'
import { useState } from 'react'
import type { User } from '#shared/contract/users.ts'
import { Dialog } from '../components/dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { ThemeSwitch } from '../components/theme-switch.tsx'
import { NavigationLinks } from './navigation-links.tsx'
import { SettingsLink } from './settings-link.tsx'
import { SignedInAs } from './signed-in-as.tsx'

/** The off-canvas menu of small screens. */
export function NavigationMenu({ user, onLogout }: { user: User; onLogout: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <button
        type="button"
        className="menu-button until-lg"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <Icon svg={list} />
      </button>
      {isOpen && (
        <Dialog title="Menu" shape="panel" closeOnBackdrop onClose={close}>
          <SignedInAs user={user} onNavigate={close} />
          <SettingsLink user={user} onNavigate={close} />
          <nav aria-label="Main">
            <NavigationLinks user={user} onNavigate={close} />
          </nav>
          <div className="menu-end">
            <ThemeSwitch />
            <button type="button" className="btn btn-secondary" onClick={onLogout}>
              Logout
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
