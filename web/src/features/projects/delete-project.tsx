import type { Project } from '#shared/contract/projects.ts'
import { messages } from '#shared/messages.ts'
import { Confirm } from '../../components/dialog.tsx'
import { keepFocus } from '../../lib/focus.ts'
import { useDeleteProject } from './api.ts'

type DeleteProjectProps = {
  project: Project
  onDeleted: () => void
  onFailed: () => void
  onClose: () => void
}

export function DeleteProject({ project, onDeleted, onFailed, onClose }: DeleteProjectProps) {
  const { mutateAsync: remove, isPending } = useDeleteProject()

  async function handleConfirm() {
    try {
      await remove(project)
      onDeleted()
    } catch {
      // The API client has logged it.
      onFailed()
    }
    onClose()
    keepFocus(document.getElementById('main'))
  }

  return (
    <Confirm
      title="Confirm Delete"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={isPending}
      onConfirm={() => void handleConfirm()}
      onCancel={onClose}
    >
      {messages.projects.confirmDelete(project.name)}
    </Confirm>
  )
}
