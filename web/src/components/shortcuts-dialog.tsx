import { switchKeys, useKeysAreOn } from '../lib/use-keys.ts'
import { Dialog } from './dialog.tsx'

export type Shortcut = {
  /** As it is printed on the keyboard; several that do the same. */
  keys: readonly string[]
  does: string
}

type ShortcutsDialogProps = { shortcuts: readonly Shortcut[]; onClose: () => void }

/** Every key of a page, and the switch that turns them off. */
export function ShortcutsDialog({ shortcuts, onClose }: ShortcutsDialogProps) {
  const isOn = useKeysAreOn()
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} closeOnBackdrop>
      <div className="shortcuts">
        <dl>
          {shortcuts.map(({ keys, does }) => (
            <div key={does}>
              <dt>
                {keys.map(key => (
                  <kbd key={key} className="key">
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <label className="shortcuts-switch">
          <input
            type="checkbox"
            className="check"
            checked={isOn}
            onChange={event => switchKeys(event.target.checked)}
          />
          <span>Use single-key shortcuts in this browser</span>
        </label>
      </div>
    </Dialog>
  )
}
