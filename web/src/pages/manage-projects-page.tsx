import { useDebouncedValue } from '@mantine/hooks'
import folder from 'bootstrap-icons/icons/folder2.svg?raw'
import searchIcon from 'bootstrap-icons/icons/search.svg?raw'
import { useState } from 'react'
import type { Project } from '#shared/contract/projects.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { Alert, useTimedNotice } from '../components/alert.tsx'
import { Page } from '../components/page.tsx'
import { usePlaceholder } from '../components/placeholders.tsx'
import { EmptyState, ErrorState } from '../components/states.tsx'
import { useProjects } from '../features/projects/api.ts'
import { DeleteProject } from '../features/projects/delete-project.tsx'
import { ProjectDialog } from '../features/projects/project-dialog.tsx'
import { ProjectSearch, ProjectTable, ProjectTableSkeleton } from '../features/projects/project-table.tsx'
import { useDevelopers } from '../features/users/api.ts'
import { ProjectResources } from './project-resources/project-resources.tsx'

type Open = { dialog: 'add' } | { dialog: 'edit' | 'delete'; project: Project }

export default function ManageProjectsPage() {
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<Open | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { notice, showNotice } = useTimedNotice()
  // Loaded together with the list, so that the dialog opens complete.
  useDevelopers()

  function show(next: Open) {
    setFailure(null)
    setOpen(next)
  }
  const close = () => setOpen(null)
  const add = () => show({ dialog: 'add' })

  function handleSaved(text: string) {
    close()
    showNotice(text)
  }

  return (
    <Page
      title="Manage Projects"
      isList
      subtitle="Add, edit and delete projects for developers to select"
      action={
        <button type="button" className="btn btn-primary" onClick={add}>
          Add New Project
        </button>
      }
    >
      {notice && <Alert variant="success">{notice}</Alert>}
      {failure && (
        <Alert variant="danger" onDismiss={() => setFailure(null)}>
          {failure}
        </Alert>
      )}
      <ProjectSearch text={search} onText={setSearch} />
      <Projects
        search={search}
        onClearSearch={() => setSearch('')}
        onAdd={add}
        onEdit={project => show({ dialog: 'edit', project })}
        onDelete={project => show({ dialog: 'delete', project })}
      />
      {open?.dialog === 'add' && (
        <ProjectDialog onClose={close} onSaved={() => handleSaved(messages.projects.created)} />
      )}
      {open?.dialog === 'edit' && (
        <ProjectDialog
          project={open.project}
          onClose={close}
          onSaved={() => handleSaved(messages.projects.updated)}
        />
      )}
      {open?.dialog === 'delete' && (
        <DeleteProject
          project={open.project}
          onClose={close}
          onDeleted={() => showNotice(messages.projects.deleted(open.project.name))}
          onFailed={() => setFailure(messages.projects.deleteFailed)}
        />
      )}
    </Page>
  )
}

type ProjectsProps = {
  search: string
  onClearSearch: () => void
  onAdd: () => void
  onEdit: (project: Project) => void
  onDelete: (project: Project) => void
}

function Projects({ search, onClearSearch, onAdd, onEdit, onDelete }: ProjectsProps) {
  const [debounced] = useDebouncedValue(search.trim(), limits.searchDelayMs)
  const { data, isPending, isPlaceholderData, refetch } = useProjects({ search: debounced })

  if (usePlaceholder(isPending)) return <ProjectTableSkeleton />
  if (!data) {
    const sentence = debounced ? messages.projects.searchFailed : messages.projects.listFailed
    return <ErrorState message={sentence} onRetry={() => void refetch()} />
  }
  if (data.length > 0) {
    return (
      <ProjectTable
        projects={data}
        isBusy={isPlaceholderData}
        onEdit={onEdit}
        onDelete={onDelete}
        resources={project => <ProjectResources project={project} />}
      />
    )
  }
  return debounced ? (
    <EmptyState
      icon={searchIcon}
      title={messages.projects.noneMatch(debounced)}
      action={
        <button type="button" className="btn btn-secondary" onClick={onClearSearch}>
          Clear search
        </button>
      }
    />
  ) : (
    <EmptyState
      icon={folder}
      title={messages.projects.none}
      action={
        <button type="button" className="btn btn-secondary" onClick={onAdd}>
          Add the first project
        </button>
      }
    />
  )
}
