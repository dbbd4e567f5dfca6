import x from 'bootstrap-icons/icons/x-lg.svg?raw'
import type { TeamDetails } from '#shared/contract/teams.ts'
import { messages } from '#shared/messages.ts'
import { Icon } from '../../components/icon.tsx'
import { Avatar } from '../../domain/people.tsx'
import { keepFocus } from '../../lib/focus.ts'
import './teams.scss'

type Lead = TeamDetails['leads'][number]

type TeamLeadsProps = {
  team: TeamDetails
  /** Absent for those who only read. */
  editing?: { onAdd: () => void; onRemove: (lead: Lead) => void }
}

export function TeamLeads({ team: { leads }, editing }: TeamLeadsProps) {
  function handleRemove(lead: Lead) {
    keepFocus(document.getElementById('team-leads'))
    editing?.onRemove(lead)
  }

  return (
    <section className="team-leads" aria-labelledby="team-leads">
      <h2 id="team-leads" tabIndex={-1}>
        {leads.length === 1 ? 'Lead' : 'Leads'}
      </h2>
      {leads.length === 0 && <p className="text-body-secondary">{messages.teams.noLeads}</p>}
      {leads.length > 0 && (
        <ul>
          {leads.map(lead => (
            <li key={lead.id} className="team-lead">
              <Avatar id={lead.id} name={lead.name} />
              <span>{lead.name}</span>
              {editing && (
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Remove lead ${lead.name}`}
                  title="Remove lead"
                  onClick={() => handleRemove(lead)}
                >
                  <Icon svg={x} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <button type="button" className="btn btn-secondary btn-sm" onClick={editing.onAdd}>
          Add lead
        </button>
      )}
    </section>
  )
}
