import repeat from 'bootstrap-icons/icons/arrow-repeat.svg?raw'
import git from 'bootstrap-icons/icons/git.svg?raw'
import link from 'bootstrap-icons/icons/link-45deg.svg?raw'
import pencil from 'bootstrap-icons/icons/pencil.svg?raw'
import trash from 'bootstrap-icons/icons/trash3.svg?raw'
import { type ActivitySource, sourceKinds } from '#shared/contract/activity.ts'
import { messages } from '#shared/messages.ts'
import { Moment } from '../../components/day.tsx'
import { Item, ItemList } from '../../components/item-list.tsx'
import { Menu } from '../../components/menu.tsx'
import { useProjects } from '../projects/api.ts'

/** What a menu item asks for. */
export type SourceAction = 'address' | 'edit' | 'secret' | 'delete'

type SourceListProps = {
  sources: readonly ActivitySource[]
  onAction: (action: SourceAction, source: ActivitySource) => void
}

export function SourceList({ sources, onAction }: SourceListProps) {
  const { data: projects } = useProjects()
  return (
    <>
      <ItemList>
        {sources.map(source => (
          <Item
            key={source.id}
            icon={git}
            name={source.name}
            facts={
              <Facts source={source} project={projects?.find(({ id }) => id === source.project_id)?.name} />
            }
          >
            <Menu
              label={`Actions for ${source.name}`}
              heading={source.name}
              items={[
                { label: 'Show address', icon: link, onSelect: () => onAction('address', source) },
                { label: 'Edit', icon: pencil, onSelect: () => onAction('edit', source) },
                { label: 'Create a new secret', icon: repeat, onSelect: () => onAction('secret', source) },
                { label: 'Delete', icon: trash, isDanger: true, onSelect: () => onAction('delete', source) },
              ]}
            />
          </Item>
        ))}
      </ItemList>
      {sources.some(({ unmatched }) => unmatched > 0) && (
        <p className="form-text">{messages.activity.aboutUnmatched}</p>
      )}
    </>
  )
}

type FactsProps = { source: ActivitySource; project: string | undefined }

function Facts({ source: { kind, last_event_at, unmatched }, project }: FactsProps) {
  return (
    <>
      {sourceKinds[kind]}
      {project && (
        <>
          {' · '}
          <bdi>{project}</bdi>
        </>
      )}{' '}
      ·{' '}
      {last_event_at ? (
        <>
          last heard <Moment instant={last_event_at} />
        </>
      ) : (
        messages.activity.neverHeard
      )}
      {unmatched > 0 && ` · ${messages.activity.unmatched(unmatched)}`}
    </>
  )
}
